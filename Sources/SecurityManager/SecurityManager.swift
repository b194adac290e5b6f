// SecurityManager
