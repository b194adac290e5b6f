// GAP
