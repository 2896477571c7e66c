import 'package:flutter/material.dart';

import '../data/flat_store.dart';
import '../models/member.dart';
import '../widgets/flat_scope.dart';
import '../widgets/member_avatar.dart';

class MembersPage extends StatelessWidget {
  const MembersPage({super.key});

  @override
  Widget build(BuildContext context) {
    final store = FlatScope.of(context);
    return ListView(
      padding: const EdgeInsets.only(bottom: 96),
      children: [
        for (final member in store.members)
          ListTile(
            leading: MemberAvatar(member),
            title: Text(member.name),
            subtitle: Text(_history(store, member)),
            onTap: () => editMember(context, store, member: member),
            trailing: IconButton(
              tooltip: store.canRemove(member)
                  ? 'Remove ${member.name}'
                  : '${member.name} is part of an expense and cannot be removed',
              icon: const Icon(Icons.person_remove_outlined),
              onPressed: store.canRemove(member) ? () => store.removeMember(member) : null,
            ),
          ),
      ],
    );
  }

  static String _history(FlatStore store, Member member) {
    final paid = store.expenses.where((expense) => expense.paidBy == member.id).length;
    return switch (paid) {
      0 => 'Has not paid for anything yet',
      1 => 'Paid for 1 expense',
      _ => 'Paid for $paid expenses',
    };
  }
}

/// Asks for a name, then adds a flatmate or renames [member].
Future<void> editMember(BuildContext context, FlatStore store, {Member? member}) async {
  final taken = {
    for (final other in store.members)
      if (other.id != member?.id) other.name.toLowerCase(),
  };
  final name = await showDialog<String>(
    context: context,
    builder: (context) => _NameDialog(initial: member?.name ?? '', taken: taken),
  );
  if (name == null) return;
  if (member == null) {
    store.addMember(name);
  } else {
    store.renameMember(member, name);
  }
}

class _NameDialog extends StatefulWidget {
  const _NameDialog({required this.initial, required this.taken});

  final String initial;
  final Set<String> taken;

  @override
  State<_NameDialog> createState() => _NameDialogState();
}

class _NameDialogState extends State<_NameDialog> {
  final _form = GlobalKey<FormState>();
  late final _name = TextEditingController(text: widget.initial);

  @override
  void dispose() {
    _name.dispose();
    super.dispose();
  }

  String? _check(String? value) {
    final name = value?.trim() ?? '';
    if (name.isEmpty) return 'Enter a name';
    if (widget.taken.contains(name.toLowerCase())) return 'There is already a flatmate with this name';
    return null;
  }

  void _submit() {
    if (_form.currentState!.validate()) Navigator.pop(context, _name.text.trim());
  }

  @override
  Widget build(BuildContext context) {
    return AlertDialog(
      title: Text(widget.initial.isEmpty ? 'New flatmate' : 'Rename'),
      content: Form(
        key: _form,
        child: TextFormField(
          controller: _name,
          autofocus: true,
          maxLength: 30,
          textCapitalization: TextCapitalization.words,
          decoration: const InputDecoration(labelText: 'Name'),
          validator: _check,
          onFieldSubmitted: (_) => _submit(),
        ),
      ),
      actions: [
        TextButton(onPressed: () => Navigator.pop(context), child: const Text('Cancel')),
        FilledButton(onPressed: _submit, child: const Text('Save')),
      ],
    );
  }
}
