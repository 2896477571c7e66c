import 'package:flutter/widgets.dart';

import '../data/flat_store.dart';

/// Hands the store down the widget tree and rebuilds dependants on a change.
class FlatScope extends InheritedNotifier<FlatStore> {
  const FlatScope({super.key, required FlatStore super.notifier, required super.child});

  static FlatStore of(BuildContext context) {
    final scope = context.dependOnInheritedWidgetOfExactType<FlatScope>();
    assert(scope != null, 'There is no FlatScope above this widget.');
    return scope!.notifier!;
  }
}
