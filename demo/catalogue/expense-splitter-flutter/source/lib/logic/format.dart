// Money is kept as a whole number of paise everywhere, never as a double, so
// that sums are exact and a bill always splits without losing a paisa.

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

const _months = [
  'January', 'February', 'March', 'April', 'May', 'June', //
  'July', 'August', 'September', 'October', 'November', 'December',
];

const _weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/// `Mon, 4 Aug`
String formatDay(DateTime date) =>
    '${_weekdays[date.weekday - 1]}, ${date.day} ${_months[date.month - 1].substring(0, 3)}';

/// `August 2025`
String formatMonth(DateTime date) => '${_months[date.month - 1]} ${date.year}';

bool isSameMonth(DateTime a, DateTime b) => a.year == b.year && a.month == b.month;
