"""The simulated iPhone: a strict controller, an own link, an own attribute server and Bumble's security manager."""
