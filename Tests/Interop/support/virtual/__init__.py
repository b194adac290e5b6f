"""RootCanal, Google's virtual controller and link layer, in place of ours."""
