/// Money is kept as a whole number of paise everywhere, never as a double, so
/// that sums are exact and a bill always splits without losing a paisa.
library;

/// Formats [paise] in the Indian style: `formatRupees(12345650)` is ₹1,23,456.50.
/// Whole rupees are shown without decimals.
String formatRupees(int paise) {
  final sign = paise < 0 ? '-' : '';
  final rupees = _groupIndian(paise.abs() ~/ 100);
  final rest = paise.abs() % 100;
  final decimals = rest == 0 ? '' : '.${rest.toString().padLeft(2, '0')}';
  return '$sign₹$rupees$decimals';
}

/// The plain figure for an input field: `1234.50`, without sign or commas.
String formatForInput(int paise) {
  final rest = paise % 100;
  return rest == 0 ? '${paise ~/ 100}' : '${paise ~/ 100}.${rest.toString().padLeft(2, '0')}';
}

/// Reads what a person typed, such as `1200`, `1,200.5` or `₹ 1200.50`.
/// Returns null when it is not a sensible amount of money.
int? parseRupees(String text) {
  final cleaned = text.replaceAll(RegExp(r'[₹,\s]'), '');
  final match = RegExp(r'^(\d{1,9})(?:\.(\d{1,2}))?$').firstMatch(cleaned);
  if (match == null) return null;
  final paise = (match.group(2) ?? '').padRight(2, '0');
  return int.parse(match.group(1)!) * 100 + int.parse(paise);
}

/// The last three digits form one group, and every two before them another.
String _groupIndian(int value) {
  final digits = value.toString();
  if (digits.length <= 3) return digits;
  final last = digits.substring(digits.length - 3);
  final first = digits
      .substring(0, digits.length - 3)
      .replaceAllMapped(RegExp(r'\B(?=(\d{2})+$)'), (_) => ',');
  return '$first,$last';
}
