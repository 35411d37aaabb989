"""How far the eigenvalues and eigenvectors of a sample can be from those of the distribution."""
