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
