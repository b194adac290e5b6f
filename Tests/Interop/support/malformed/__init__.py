"""Steps of the tests that send what no honest phone and no sound controller sends."""
