import { known, type Row } from './row.ts'

const inPhpMyAdmin = 'Open http://localhost/phpmyadmin'

/** What PHP, its server and databases say. */
export const phpAndDatabases: readonly Row[] = [
  {
    id: 'unknown-database',
    pattern: /Unknown database '([^'\n]{1,64})'/i,
    example:
      "Fatal error: Uncaught mysqli_sql_exception: Unknown database 'hostel_db' in C:\\xampp\\htdocs\\hostel\\db.php:4",
    cause: (name) => `MySQL has no database with the name “${name}”.`,
    advice: (name, { script, databaseAt }) =>
      `${inPhpMyAdmin}, choose New and make a database with exactly this name: ${name}.${known(script, (path) => `Then import ${path} into it.`)}${known(databaseAt, (place) => `Its name stands in ${place}.`)}`,
  },
  {
    id: 'access-denied',
    pattern: /Access denied for user '([^'\n]{0,80})'@'[^'\n]{0,80}'/i,
    example:
      "Warning: mysqli_connect(): (HY000/1045): Access denied for user 'root'@'localhost' (using password: YES)",
    cause: (user) => `The database refuses the user “${user}” with the password in the code.`,
    advice: (_, { signInAt }) =>
      `XAMPP’s MySQL has the user root with an empty password. Write these${signInAt ? ` in ${signInAt}` : ' where the code connects to the database'}, or the password that you gave your own MySQL.`,
  },
  {
    id: 'unknown-database-postgres',
    pattern: /database "([^"\n]{1,64})" does not exist/i,
    example: 'psycopg2.OperationalError: FATAL:  database "hostel" does not exist',
    cause: (name) => `PostgreSQL has no database with the name “${name}”.`,
    advice: (name, { databaseAt }) =>
      `In pgAdmin right-click Databases, choose Create and make a database with exactly this name: ${name}.${known(databaseAt, (place) => `Its name stands in ${place}.`)}`,
  },
  {
    id: 'access-denied-postgres',
    pattern: /password authentication failed for user "([^"\n]{0,80})"/i,
    example: 'FATAL:  password authentication failed for user "postgres"',
    cause: (user) => `PostgreSQL refuses the user “${user}” with the password in the code.`,
    advice: (_, { signInAt }) =>
      `Write the user postgres and the password that you chose when you installed PostgreSQL${signInAt ? ` in ${signInAt}` : ' where the code connects to the database'}.`,
  },
  {
    id: 'refused-postgres',
    pattern: /ECONNREFUSED[^\n]{0,60}:5432|port 5432 failed|port 5432\?/i,
    example: 'Error: connect ECONNREFUSED 127.0.0.1:5432',
    cause: () => 'PostgreSQL does not run, or on another port than the code asks.',
    advice: (_, { signInAt }) =>
      `Start PostgreSQL, on Windows in Services (services.msc).${known(signInAt, (place) => `The code connects in ${place}.`)}`,
  },
  {
    id: 'no-table',
    pattern:
      /Table '([^'\n]{1,130})' doesn't exist|no such table: ([\w.]{1,100})|relation "([^"\n]{1,100})" does not exist/i,
    example: "Fatal error: Uncaught mysqli_sql_exception: Table 'hostel.users' doesn't exist",
    cause: (name) => `The database is there, but the table “${name}” is not.`,
    advice: (name, { script }) =>
      /django|auth_|_session/i.test(name)
        ? 'Run python manage.py migrate in the folder of manage.py.'
        : script
          ? `Import ${script} into the database. If you did, look whether the import stopped with an error, and whether it went into another database. On Linux upper and lower case count in its name.`
          : 'Import the script of the database. A program in Django makes its tables with python manage.py migrate.',
  },
  {
    id: 'removed-mysql',
    pattern: /(?:undefined function (?:\w{1,60}\\)?|Call to undefined function )(mysql_\w{1,40})/i,
    example:
      'Fatal error: Uncaught Error: Call to undefined function mysql_connect() in C:\\xampp\\htdocs\\shop\\config.php:3',
    cause: (name) => `The project was written for PHP 5: PHP 7 and newer have no ${name}().`,
    advice: () =>
      'Install XAMPP 5.6.40 from sourceforge.net/projects/xampp/files beside the newer one, in a folder of its own, and run the project there. Or replace its mysql_ functions by those of mysqli.',
  },
  {
    id: 'missing-extension',
    pattern:
      /undefined function (?:\w{1,60}\\)?((?:mysqli|gd|image|mb|curl|zip|simplexml|intl|imap|sqlite)_?\w{0,40})\(|could not find driver|Class "?(?:PDO|mysqli|SQLite3|ZipArchive|IntlDateFormatter)"? not found/i,
    example: 'Fatal error: Uncaught Error: Call to undefined function mysqli_connect() in db.php:2',
    cause: () => 'An extension of PHP that the project needs is switched off.',
    advice: () =>
      'In the XAMPP Control Panel press Config beside Apache and open php.ini. Take the ; away before the line of the extension, such as extension=mysqli, extension=gd or extension=pdo_mysql, and start Apache again.',
  },
  {
    id: 'removed-php',
    pattern:
      /undefined function (?:\w{1,60}\\)?(each|create_function|split|ereg|eregi|money_format|get_magic_quotes_gpc|utf8_encode)\(/i,
    example:
      'Fatal error: Uncaught Error: Call to undefined function each() in C:\\xampp\\htdocs\\app\\index.php:12',
    cause: (name) => `The project was written for an older PHP: yours has no ${name}() any more.`,
    advice: () =>
      'Install XAMPP 7.4.33, or 5.6.40 for projects that also use mysql_connect(), from sourceforge.net/projects/xampp/files.',
  },
  {
    id: 'server-gone',
    pattern:
      /MySQL server has gone away|Got a packet bigger than 'max_allowed_packet'|Lost connection to MySQL server/i,
    example: 'ERROR 2006 (HY000) at line 412: MySQL server has gone away',
    cause: () => 'MySQL stopped, or a statement of the script is larger than it takes.',
    advice: () =>
      'In the XAMPP Control Panel press Config beside MySQL, open my.ini, write max_allowed_packet=64M below [mysqld], start MySQL again and repeat.',
  },
  {
    id: 'database-refused',
    pattern:
      /No connection could be made because the target machine actively refused it|Can't connect to (?:local )?(?:MySQL )?server|\(HY000\/2002\)|SQLSTATE\[HY000\] \[2002\]|ECONNREFUSED[^\n]{0,60}:3306|Communications link failure/i,
    example:
      'SQLSTATE[HY000] [2002] No connection could be made because the target machine actively refused it',
    cause: () => 'The database does not run, or on another port than the code asks.',
    advice: (_, { signInAt }) =>
      `Start MySQL in the XAMPP Control Panel, and look at its port there: it is 3306 as a rule.${known(signInAt, (place) => `The code connects in ${place}.`)}`,
  },
  {
    id: 'mongodb-refused',
    pattern:
      /ECONNREFUSED[^\n]{0,60}:27017|MongoNetworkError|MongooseServerSelectionError|ServerSelectionTimeoutError/i,
    example: 'MongooseServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017',
    cause: () => 'MongoDB does not run, or does not let you in.',
    advice: () =>
      'Install and start MongoDB Community Server. For MongoDB Atlas, write its address with your password into the settings, and allow your own address under Network Access.',
  },
  {
    id: 'mongodb-address',
    pattern:
      /The `uri` parameter to `openUri\(\)` must be a string|Invalid scheme, expected connection string to start with/i,
    example: 'MongooseError: The `uri` parameter to `openUri()` must be a string, got "undefined".',
    cause: () => 'The address of MongoDB is not set.',
    advice: () =>
      'Make the file .env that the program reads, and write the address of your database into it, such as mongodb://localhost:27017/shop.',
  },
  {
    id: 'auth-plugin',
    pattern:
      /ER_NOT_SUPPORTED_AUTH_MODE|caching_sha2_password|Client does not support authentication protocol/i,
    example:
      'Error: ER_NOT_SUPPORTED_AUTH_MODE: Client does not support authentication protocol requested by server; consider upgrading MySQL client',
    cause: () => 'MySQL 8 checks passwords in a way that this older library does not know.',
    advice: () =>
      'Use the MySQL of XAMPP. Or, for a program in Node.js, write npm install mysql2 and require mysql2 in place of mysql.',
  },
  {
    id: 'collation',
    pattern: /Unknown collation: '([^'\n]{1,60})'|Unknown character set: '([^'\n]{1,60})'/i,
    example: "#1273 - Unknown collation: 'utf8mb4_0900_ai_ci'",
    cause: (name) => `The script was exported from MySQL 8, and the MySQL of XAMPP does not know “${name}”.`,
    advice: (name, { script }) =>
      `Open ${script ?? 'the script'} in an editor, replace ${name} by utf8mb4_general_ci everywhere, save it, and import it into an empty database again.`,
  },
  {
    id: 'import-too-large',
    pattern:
      /You probably tried to upload a file that is too large|No data was received to import|exceeds the upload_max_filesize directive|POST Content-Length of \d{1,15} bytes exceeds/i,
    example:
      'You probably tried to upload a file that is too large. Please refer to documentation for a workaround for this limit.',
    cause: () => 'The script is larger than phpMyAdmin takes.',
    advice: (_, { script, database }) =>
      `Import it in a terminal: C:\\xampp\\mysql\\bin\\mysql.exe -u root ${database ?? 'and the name of the database'}, and then source with the place of ${script ?? 'the script'}. Or raise upload_max_filesize and post_max_size in php.ini and start Apache again.`,
  },
  {
    id: 'row-size',
    pattern: /Row size too large|#1118/i,
    example: '#1118 - Row size too large (> 8126). Changing some columns to TEXT or BLOB may help.',
    cause: () => 'A table of the script has more columns than this MySQL takes in its strict mode.',
    advice: () =>
      'In phpMyAdmin open SQL, run SET GLOBAL innodb_strict_mode=0, and import the script into an empty database again.',
  },
  {
    id: 'table-exists',
    pattern:
      /Table '([^'\n]{1,130})' already exists|#1050|Duplicate entry '[^'\n]{0,80}' for key '(?:\w{1,60}\.)?PRIMARY'/i,
    example: "#1050 - Table 'users' already exists",
    cause: () => 'The script was imported before, wholly or in part.',
    advice: (_, { database }) =>
      `Delete the database${database ? ` ${database}` : ''} in phpMyAdmin (Operations, Drop), make it again and import the script once.`,
  },
  {
    id: 'no-database-selected',
    pattern: /No database selected|#1046/i,
    example: '#1046 - No database selected',
    cause: () => 'The script does not say into which database it goes.',
    advice: (_, { database }) =>
      `In phpMyAdmin press the name of the database${database ? ` ${database}` : ''} at the left first, then Import.`,
  },
  {
    id: 'sql-syntax',
    pattern: /You have an error in your SQL syntax|#1064/i,
    example:
      '#1064 - You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version',
    cause: () => 'A statement is not one that this MySQL understands.',
    advice: (_, { script }) =>
      `When it comes while importing: look at the line that it names in ${script ?? 'the script'}, and whether the script is for MySQL at all. When it comes on a page, the page has a fault: ask its owner.`,
  },
  {
    id: 'port-used',
    pattern:
      /Port (\d{2,5}) in use by|EADDRINUSE[^\n]{0,60}:(\d{2,5})|(?:port|Port) (\d{2,5}) (?:is )?(?:already )?(?:in use|was already in use)|could not bind to address [^\n]{0,40}:(\d{2,5})|Address already in use|only one usage of each socket address/i,
    example: '[Apache] Port 80 in use by "Unable to open process" with PID 4!',
    cause: (port) => `Another program already uses the port${port ? ` ${port}` : ''}.`,
    advice: (port) =>
      port === '80' || port === '443'
        ? 'Close Skype, IIS or another server. Or press Config beside Apache, open httpd.conf, write Listen 8080 in place of Listen 80, and put :8080 behind localhost in the addresses.'
        : port === '3306'
          ? 'Another MySQL runs: stop it in Services (services.msc), or use that one in place of XAMPP’s, with its own password.'
          : 'Stop the program that you started there before (Ctrl and C in its terminal), or restart the computer.',
  },
  {
    id: 'mysql-shutdown',
    pattern: /MySQL shutdown unexpectedly|This may be due to a blocked port, missing dependencies/i,
    example:
      '[mysql] Error: MySQL shutdown unexpectedly. This may be due to a blocked port, missing dependencies, improper privileges, a crash',
    cause: () => 'The MySQL of XAMPP could not start.',
    advice: () =>
      'Look whether another MySQL runs in Services (services.msc) and stop it. If none does, press Logs beside MySQL: its last lines say why.',
  },
  {
    id: 'not-found',
    pattern: /Object not found!|The requested URL was not found on this server/i,
    example: 'Object not found! The requested URL was not found on this server. Error 404',
    cause: () => 'Apache runs, but there is no such page in its folder.',
    advice: (_, { folder, root }) =>
      folder
        ? `The folder in C:\\xampp\\htdocs has to be called ${folder}, because the links of the project begin with it.`
        : `Look whether the folder lies in C:\\xampp\\htdocs, and not in another folder of the same name inside it.${known(root, (path) => `Its pages are in ${path}.`)} Compare the address with the names of the folders.`,
  },
  {
    id: 'headers-sent',
    pattern:
      /Cannot modify header information - headers already sent|session_start\(\): (?:Session cannot be started|Cannot (?:start session|send session))/i,
    example:
      'Warning: Cannot modify header information - headers already sent by (output started at C:\\xampp\\htdocs\\app\\db.php:1)',
    cause: () =>
      'The page has already sent something, often an empty line or another warning, before it leads on.',
    advice: () =>
      'Mend the warning above it first. If there is none, open the file behind “output started at” and take out what stands before <?php. Or switch output_buffering=4096 on in php.ini.',
  },
  {
    id: 'undefined-index',
    pattern:
      /(?:Notice|Warning): {1,4}(?:Undefined (?:index|variable|array key|offset|property)|Trying to access array offset)/i,
    example: 'Warning: Undefined array key "user_id" in C:\\xampp\\htdocs\\app\\home.php on line 7',
    cause: () => 'The page reads a value that is not there, as older projects do. PHP says so and goes on.',
    advice: () =>
      'It may be left as it is. To hide it, write display_errors=Off in php.ini and start Apache again. If the page is empty below it, sign in first: many pages need that.',
  },
  {
    id: 'missing-include',
    pattern:
      /(?:include|require)(?:_once)?\(([^()\n]{1,200})\): {0,2}[Ff]ailed to open stream|Failed opening required '([^'\n]{1,200})'/,
    example:
      "Fatal error: Uncaught Error: Failed opening required 'vendor/autoload.php' (include_path='C:\\xampp\\php\\PEAR')",
    cause: (path) => `The page needs the file ${path}, which is not there.`,
    advice: (path) =>
      /vendor/.test(path)
        ? 'Install Composer from getcomposer.org, and run composer install in the folder of composer.json.'
        : 'Look whether the whole ZIP was unzipped, and whether the folder has the name that the steps say.',
  },
  {
    id: 'short-tags',
    pattern: /<\?(?!php|xml|=)[\s$]|<\?php\s/i,
    example: '<?php include "header.php"; ?>',
    cause: () => 'The browser shows the code: PHP did not run it.',
    advice: () =>
      'Open the page through http://localhost/ and not from its folder. If it is open there and its code begins with <? alone, write short_open_tag=On in php.ini and start Apache again.',
  },
  {
    id: 'time-limit',
    pattern: /Maximum execution time of \d{1,6} seconds? exceeded|Script timeout passed/i,
    example:
      'Fatal error: Maximum execution time of 300 seconds exceeded in C:\\xampp\\phpMyAdmin\\libraries\\classes\\Dbi\\DbiMysqli.php',
    cause: () => 'PHP stopped because it took too long.',
    advice: () =>
      'Write max_execution_time=600 in php.ini and start Apache again. A large script is imported faster by the mysql command than by phpMyAdmin.',
  },
  {
    id: 'access-forbidden',
    pattern: /Access forbidden!|You don't have permission to access/i,
    example:
      "Access forbidden! You don't have permission to access the requested directory. There is either no index document or the directory is read-protected.",
    cause: () => 'The folder at this address has no first page.',
    advice: (_, { root }) =>
      `Put the name of its first page behind the address.${known(root, (path) => `Its pages are in ${path}.`)}`,
  },
  {
    id: 'laravel-key',
    pattern: /No application encryption key has been specified|MissingAppKeyException/i,
    example: 'RuntimeException: No application encryption key has been specified.',
    cause: () => 'The key of Laravel was not made.',
    advice: () => 'Copy .env.example to .env, and run php artisan key:generate in its folder.',
  },
]
