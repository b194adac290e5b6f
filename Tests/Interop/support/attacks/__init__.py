"""Attackers: a radio and a Security Manager initiator of our own, and the rows of attacks that they carry out."""
