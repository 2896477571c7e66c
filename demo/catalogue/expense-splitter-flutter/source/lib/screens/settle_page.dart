import 'package:flutter/material.dart';
import 'package:flutter/services.dart';

import '../data/flat_store.dart';
import '../logic/format.dart';
import '../logic/settle_up.dart';
import '../models/payment.dart';
import '../widgets/flat_scope.dart';
import '../widgets/member_avatar.dart';

/// Who owes what, and the fewest payments that settle it.
class SettlePage extends StatelessWidget {
  const SettlePage({super.key});

  @override
  Widget build(BuildContext context) {
    final store = FlatScope.of(context);
    final balances = store.balances;
    final transfers = settleUp(balances);
    final theme = Theme.of(context);

    return ListView(
      padding: const EdgeInsets.only(bottom: 32),
      children: [
        for (final member in store.members)
          ListTile(
            leading: MemberAvatar(member),
            title: Text(member.name),
            trailing: _Balance(balances[member.id] ?? 0),
          ),
        Padding(
          padding: const EdgeInsets.fromLTRB(16, 20, 8, 4),
          child: Row(
            children: [
              Expanded(child: Text('Suggested payments', style: theme.textTheme.titleMedium)),
              if (transfers.isNotEmpty)
                TextButton.icon(
                  onPressed: () => _copy(context, store, transfers),
                  icon: const Icon(Icons.copy, size: 18),
                  label: const Text('Copy'),
                ),
            ],
          ),
        ),
        if (transfers.isEmpty)
          const ListTile(
            leading: Icon(Icons.check_circle_outline),
            title: Text('All settled'),
            subtitle: Text('Nobody owes anybody anything.'),
          ),
        for (final transfer in transfers) _TransferCard(transfer: transfer, store: store),
        if (store.payments.isNotEmpty) ...[
          Padding(
            padding: const EdgeInsets.fromLTRB(16, 24, 16, 4),
            child: Text('Payments made', style: theme.textTheme.titleMedium),
          ),
          for (final payment in store.payments)
            ListTile(
              leading: const Icon(Icons.currency_rupee),
              title: Text('${store.nameOf(payment.from)} paid ${store.nameOf(payment.to)}'),
              subtitle: Text('${formatRupees(payment.amount)} · ${formatDay(payment.date)}'),
              trailing: IconButton(
                tooltip: 'Delete this payment',
                icon: const Icon(Icons.close),
                onPressed: () => store.removePayment(payment),
              ),
            ),
        ],
      ],
    );
  }

  /// Copies a message for the flat's chat group.
  Future<void> _copy(BuildContext context, FlatStore store, List<Transfer> transfers) async {
    final messenger = ScaffoldMessenger.of(context);
    final lines = [
      for (final transfer in transfers)
        '${store.nameOf(transfer.from)} pays ${store.nameOf(transfer.to)} '
            '${formatRupees(transfer.amount)}',
    ];
    await Clipboard.setData(ClipboardData(text: ['To settle up:', ...lines].join('\n')));
    messenger.showSnackBar(const SnackBar(content: Text('Copied. Paste it in your group chat.')));
  }
}

class _Balance extends StatelessWidget {
  const _Balance(this.paise);

  final int paise;

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    final dark = theme.brightness == Brightness.dark;
    final (label, colour) = switch (paise) {
      > 0 => ('gets back', dark ? const Color(0xFF8FD3A8) : const Color(0xFF1E7B45)),
      < 0 => ('owes', theme.colorScheme.error),
      _ => ('settled', theme.colorScheme.outline),
    };
    return Column(
      mainAxisAlignment: MainAxisAlignment.center,
      crossAxisAlignment: CrossAxisAlignment.end,
      children: [
        Text(label, style: theme.textTheme.bodySmall),
        Text(
          formatRupees(paise.abs()),
          style: theme.textTheme.titleMedium?.copyWith(color: colour),
        ),
      ],
    );
  }
}

class _TransferCard extends StatelessWidget {
  const _TransferCard({required this.transfer, required this.store});

  final Transfer transfer;
  final FlatStore store;

  @override
  Widget build(BuildContext context) {
    final theme = Theme.of(context);
    return Card(
      margin: const EdgeInsets.symmetric(horizontal: 16, vertical: 5),
      child: Padding(
        padding: const EdgeInsets.fromLTRB(16, 10, 10, 10),
        child: Row(
          children: [
            Expanded(
              child: Column(
                crossAxisAlignment: CrossAxisAlignment.start,
                children: [
                  Text('${store.nameOf(transfer.from)} pays ${store.nameOf(transfer.to)}'),
                  Text(
                    formatRupees(transfer.amount),
                    style: theme.textTheme.titleLarge?.copyWith(fontWeight: FontWeight.w700),
                  ),
                ],
              ),
            ),
            FilledButton.tonal(onPressed: () => _markPaid(context), child: const Text('Paid')),
          ],
        ),
      ),
    );
  }

  void _markPaid(BuildContext context) {
    final payment = store.recordPayment(transfer);
    ScaffoldMessenger.of(context)
      ..hideCurrentSnackBar()
      ..showSnackBar(
        SnackBar(
          content: Text('${formatRupees(payment.amount)} noted as paid'),
          action: SnackBarAction(label: 'Undo', onPressed: () => store.removePayment(payment)),
        ),
      );
  }
}
