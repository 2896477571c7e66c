import 'package:flutter/material.dart';

import '../models/member.dart';

/// A coloured circle with the member's initials. The colour depends on the id
/// only, so it stays the same when somebody is renamed.
class MemberAvatar extends StatelessWidget {
  const MemberAvatar(this.member, {super.key, this.radius = 20});

  final Member member;
  final double radius;

  static const _colours = [
    Color(0xFF9A4A2F),
    Color(0xFF2F6B5B),
    Color(0xFF4B5C9B),
    Color(0xFF8A6414),
    Color(0xFF7A4378),
    Color(0xFF3F6E86),
  ];

  @override
  Widget build(BuildContext context) {
    final hash = member.id.codeUnits.fold<int>(7, (value, unit) => (value * 31 + unit) & 0xFFFF);
    return CircleAvatar(
      radius: radius,
      backgroundColor: _colours[hash % _colours.length],
      foregroundColor: Colors.white,
      child: Text(
        member.initials,
        style: TextStyle(fontSize: radius * 0.72, fontWeight: FontWeight.w600),
      ),
    );
  }
}
