"""From pictures to vectors: pixels row by row, averages of patches, histograms of colors."""
