/// Somebody who lives in the flat.
class Member {
  const Member({required this.id, required this.name});

  factory Member.fromJson(Map<String, Object?> json) => Member(
        id: json['id']! as String,
        name: json['name']! as String,
      );

  final String id;
  final String name;

  /// One or two letters for the avatar: `Rohan Das` gives `RD`.
  String get initials {
    final words = name.trim().split(RegExp(r'\s+'));
    final letters = [words.first, if (words.length > 1) words.last];
    return letters.map((word) => word.isEmpty ? '' : word[0].toUpperCase()).join();
  }

  Map<String, Object?> toJson() => {'id': id, 'name': name};
}
