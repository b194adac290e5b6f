// BluetoothHost
