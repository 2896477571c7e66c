/// A payment the app suggests: [from] should give [to] this many paise.
class Transfer {
  const Transfer({required this.from, required this.to, required this.amount});

  final String from;
  final String to;
  final int amount;

  @override
  bool operator ==(Object other) =>
      other is Transfer && other.from == from && other.to == to && other.amount == amount;

  @override
  int get hashCode => Object.hash(from, to, amount);

  @override
  String toString() => '$from -> $to: $amount';
}

/// A payment that was really made between two flatmates.
class Payment extends Transfer {
  const Payment({
    required this.id,
    required super.from,
    required super.to,
    required super.amount,
    required this.date,
  });

  factory Payment.fromJson(Map<String, Object?> json) => Payment(
        id: json['id']! as String,
        from: json['from']! as String,
        to: json['to']! as String,
        amount: json['amount']! as int,
        date: DateTime.parse(json['date']! as String),
      );

  final String id;
  final DateTime date;

  Map<String, Object?> toJson() => {
        'id': id,
        'from': from,
        'to': to,
        'amount': amount,
        'date': date.toIso8601String(),
      };
}
