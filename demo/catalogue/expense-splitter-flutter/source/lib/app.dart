import 'package:flutter/material.dart';

import 'data/flat_store.dart';
import 'screens/home_screen.dart';
import 'widgets/flat_scope.dart';

class SplitterApp extends StatelessWidget {
  const SplitterApp({super.key, required this.store});

  final FlatStore store;

  @override
  Widget build(BuildContext context) {
    return FlatScope(
      notifier: store,
      child: MaterialApp(
        title: 'Flat Split',
        debugShowCheckedModeBanner: false,
        theme: _theme(Brightness.light),
        darkTheme: _theme(Brightness.dark),
        home: const HomeScreen(),
      ),
    );
  }

  static ThemeData _theme(Brightness brightness) {
    return ThemeData(
      colorScheme: ColorScheme.fromSeed(
        seedColor: const Color(0xFFB4532A),
        brightness: brightness,
      ),
      inputDecorationTheme: const InputDecorationTheme(
        border: OutlineInputBorder(borderRadius: BorderRadius.all(Radius.circular(12))),
      ),
      snackBarTheme: const SnackBarThemeData(behavior: SnackBarBehavior.floating),
    );
  }
}
