import 'package:shared_preferences/shared_preferences.dart';

/// Where the flat is kept between two runs of the app, as one JSON text.
abstract interface class FlatStorage {
  Future<String?> read();
  Future<void> write(String json);
}

/// On the device.
class PreferencesStorage implements FlatStorage {
  static const _key = 'flat';

  @override
  Future<String?> read() async => (await SharedPreferences.getInstance()).getString(_key);

  @override
  Future<void> write(String json) async {
    final preferences = await SharedPreferences.getInstance();
    await preferences.setString(_key, json);
  }
}

/// In memory, for tests.
class MemoryStorage implements FlatStorage {
  MemoryStorage([this.json]);

  String? json;

  @override
  Future<String?> read() async => json;

  @override
  Future<void> write(String json) async => this.json = json;
}
