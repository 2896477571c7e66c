import 'package:flutter/material.dart';

import 'app.dart';
import 'data/flat_storage.dart';
import 'data/flat_store.dart';

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  final store = FlatStore(PreferencesStorage());
  try {
    await store.load();
  } on Object catch (error) {
    // Unreadable data must not keep the app from starting.
    debugPrint('Could not read the saved flat: $error');
  }
  runApp(SplitterApp(store: store));
}
