"""Is one word the other with one slip of the pen?"""


def one_slip(left: str, right: str) -> bool:
    """True if left and right differ by at most one Damerau edit.

    An edit is one letter more, less or other, or two neighbouring letters swapped (Damerau 1964).
    """
    if abs(len(left) - len(right)) > 1:
        return False
    if len(left) < len(right):
        left, right = right, left
    i = 0
    while i < len(right) and left[i] == right[i]:
        i += 1
    if len(left) > len(right):
        return left[i + 1 :] == right[i:]
    swapped = left[i : i + 2] == right[i : i + 2][::-1] and left[i + 2 :] == right[i + 2 :]
    return swapped or left[i + 1 :] == right[i + 1 :]
