"""Steps that send packets which an honest phone and a working controller never send."""
