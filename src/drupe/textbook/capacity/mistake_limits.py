"""How many mistakes a perceptron makes before it has learned a sample."""


def novikoff(radius: float, margin: float) -> float:
    """(R / γ)², for hyperplanes through the origin: some unit vector has the margin γ on examples within R.

    Examples
    --------
    >>> novikoff(1.0, 0.5)
    4.0

    References
    ----------
    [Herbrich02]_, theorem 2.31; [Graepel02]_, theorem 42.
    """
    return (radius / margin) ** 2


def novikoff_with_offset(radius: float, margin: float) -> float:
    """(2R / γ)², where the perceptron learns an offset too and both classes occur.

    Examples
    --------
    >>> novikoff_with_offset(1.0, 0.5)
    16.0

    References
    ----------
    [Cristianini00]_, theorem 2.3.
    """
    return (2.0 * radius / margin) ** 2


def margin_perceptron(radius: float, margin: float, demanded: float) -> float:
    """(2 demanded + R²) / γ²: updates of a perceptron that demands yᵢ⟨w, xᵢ⟩ > demanded of all examples.

    Examples
    --------
    >>> margin_perceptron(1.0, 0.5, demanded=0.0) == novikoff(1.0, 0.5)
    True

    References
    ----------
    [Graepel02]_, theorem 2, which writes ρ² for what is demanded.
    """
    return (2.0 * demanded + radius**2) / margin**2


def first_pass(radius: float, margin: float, shortfall: float) -> float:
    """(2(R + D) / γ)²: mistakes in one pass over different examples, for any unit vector with offset.

    Parameters
    ----------
    radius
        R, of a ball around the origin that holds the examples.
    margin
        γ > 0, any.
    shortfall
        D = √Σ max(0, γ − yᵢ(⟨w, xᵢ⟩ + b))².

    Examples
    --------
    >>> first_pass(1.0, 0.5, shortfall=0.0) == novikoff_with_offset(1.0, 0.5)
    True

    References
    ----------
    [Cristianini00]_, theorem 2.7, with ‖xᵢ‖ ≤ R.
    """
    return (2.0 * (radius + shortfall) / margin) ** 2


def halving(size: int) -> int:
    """⌊log₂ size⌋: mistakes of the majority of all rules that never erred, if one of so many rules never errs.

    Examples
    --------
    >>> halving(1000)
    9

    References
    ----------
    [Herbrich02]_, section 5.2.2.
    """
    return size.bit_length() - 1
