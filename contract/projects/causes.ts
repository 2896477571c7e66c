import type { SetUp } from './set-up.ts'

/** The most characters of a message that are read. */
export const maxMessage = 20_000

/** Why a program says what it says, and what to do. */
export interface Cause {
  id: string
  cause: string
  advice: string
}

/** An entry of the table: `example` is a message that it explains. */
interface Row {
  id: string
  /** Takes linear time. What it captures is passed to the texts. */
  pattern: RegExp
  example: string
  cause: (named: string) => string
  advice: (named: string, project: Names) => string
}

/** What is known of the project, for the advice. */
interface Names {
  /** The database that the code asks for, and the place where it does. */
  database: string | undefined
  databaseAt: string | undefined
  /** The place of the user or the password. */
  signInAt: string | undefined
  script: string | undefined
  folder: string | undefined
  requirements: string | undefined
  root: string | undefined
}

/**
 * Explains a message of a program: the causes that its text shows, at most three, the one that is named first before the
 * others. With the facts of a project the advice has its names.
 */
export function causesIn(message: string, facts?: SetUp | null): Cause[] {
  const text = message.slice(0, maxMessage)
  const names = namesOf(facts)
  return rows
    .flatMap(({ id, pattern, cause, advice }) => {
      const found = pattern.exec(text)
      if (!found) return []
      const named = found.slice(1).find((one) => one !== undefined) ?? ''
      return [{ id, cause: cause(named), advice: advice(named, names), at: found.index }]
    })
    .sort((one, other) => one.at - other.at)
    .slice(0, 3)
    .map(({ at: _, ...cause }) => cause)
}

function namesOf(facts: SetUp | null | undefined): Names {
  const connection =
    facts?.connections.find(({ system, database }) => system === 'mysql' && database !== null) ??
    facts?.connections[0]
  const at = (place: { file: string; line: number } | null | undefined) =>
    place ? `${place.file}, line ${place.line}` : undefined
  return {
    database: connection?.database?.name,
    databaseAt: at(connection?.database),
    signInAt: at(connection?.password ?? connection?.user),
    script: facts?.dumps.find(({ sameAs }) => sameAs === null)?.path,
    folder: facts?.folder?.name,
    requirements: facts?.install
      .map(({ line }) => /-r (\S+)$/.exec(line)?.[1])
      .find((one) => one !== undefined),
    root: facts?.root === '' ? undefined : facts?.root,
  }
}

/** A sentence that is said only where its name is known. */
const known = (name: string | undefined, text: (name: string) => string) =>
  name === undefined ? '' : ` ${text(name)}`

const inPhpMyAdmin = 'Open http://localhost/phpmyadmin'

const rows: readonly Row[] = [
  {
    id: 'unknown-database',
    pattern: /Unknown database '([^'\n]{1,64})'|database "([^"\n]{1,64})" does not exist/i,
    example:
      "Fatal error: Uncaught mysqli_sql_exception: Unknown database 'hostel_db' in C:\\xampp\\htdocs\\hostel\\db.php:4",
    cause: (name) => `MySQL has no database with the name “${name}”.`,
    advice: (name, { script, databaseAt }) =>
      `${inPhpMyAdmin}, choose New and make a database with exactly this name: ${name}.${known(script, (path) => `Then import ${path} into it.`)}${known(databaseAt, (place) => `Its name stands in ${place}.`)}`,
  },
  {
    id: 'access-denied',
    pattern:
      /Access denied for user '([^'\n]{0,80})'@'[^'\n]{0,80}'|password authentication failed for user "([^"\n]{0,80})"/i,
    example:
      "Warning: mysqli_connect(): (HY000/1045): Access denied for user 'root'@'localhost' (using password: YES)",
    cause: (user) => `The database refuses the user “${user}” with the password in the code.`,
    advice: (_, { signInAt }) =>
      `XAMPP’s MySQL has the user root with an empty password. Write these${signInAt ? ` in ${signInAt}` : ' where the code connects to the database'}, or the password that you gave your own MySQL.`,
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
      /No connection could be made because the target machine actively refused it|Can't connect to (?:local )?(?:MySQL )?server|\(HY000\/2002\)|SQLSTATE\[HY000\] \[2002\]|ECONNREFUSED[^\n]{0,60}:(?:3306|5432)|Communications link failure/i,
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
    id: 'no-module-python',
    pattern: /(?:ModuleNotFoundError|ImportError): No module named '?([\w.]{1,80})'?/,
    example: "ModuleNotFoundError: No module named 'flask'",
    cause: (name) => `The Python library “${name}” is not installed.`,
    advice: (name, { requirements }) =>
      requirements
        ? `Run pip install -r ${requirements} in its folder, with the same Python that starts the program. If that ran, ${name} is missing from the list.`
        : `Install it with pip, with the same Python that starts the program. Its name there may be another: cv2 is opencv-python, sklearn is scikit-learn, PIL is pillow, MySQLdb is mysqlclient.`,
  },
  {
    id: 'pip-build',
    pattern:
      /Failed building wheel for ([\w.-]{1,80})|Microsoft Visual C\+\+ 14\.0 or greater is required|metadata-generation-failed|subprocess-exited-with-error/i,
    example:
      'error: Microsoft Visual C++ 14.0 or greater is required. Get it with "Microsoft C++ Build Tools"',
    cause: (name) =>
      `pip wants to build ${name || 'a library'} itself, because there is no finished one for your Python.`,
    advice: () =>
      'Install an older Python, such as 3.11, which has finished ones for most libraries, and make the environment anew with it. For mysqlclient and dlib on Windows that is nearly always the way.',
  },
  {
    id: 'pip-no-version',
    pattern:
      /No matching distribution found for ([\w.=<>~[\]-]{1,80})|Could not find a version that satisfies the requirement ([\w.=<>~[\]-]{1,80})/i,
    example: 'ERROR: No matching distribution found for tensorflow==2.5.0',
    cause: (name) => `There is no ${name} for your version of Python.`,
    advice: (_, { requirements }) =>
      `Install the Python that was current when the project was written, such as 3.10. Or take the version behind == out of ${requirements ?? 'its list of libraries'} and try the newest.`,
  },
  {
    id: 'externally-managed',
    pattern: /externally-managed-environment/i,
    example: 'error: externally-managed-environment',
    cause: () => 'This Linux does not let pip change its own Python.',
    advice: () =>
      'Make an environment for the project: python3 -m venv .venv, then source .venv/bin/activate, then pip install again.',
  },
  {
    id: 'scripts-disabled',
    pattern: /running scripts is disabled on this system|about_Execution_Policies/i,
    example:
      '.venv\\Scripts\\Activate.ps1 cannot be loaded because running scripts is disabled on this system.',
    cause: () => 'PowerShell does not run scripts.',
    advice: () => 'Use the Command Prompt: write cmd and press Enter, then repeat the command.',
  },
  {
    id: 'no-module-node',
    pattern:
      /Cannot find module '((?!\.{0,2}\/|[A-Z]:)[^'\n]{1,120})'|Module not found: Error: Can't resolve '((?!\.{0,2}\/)[^'\n]{1,120})'/i,
    example: "Error: Cannot find module 'express'",
    cause: (name) => `The package “${name}” is not installed.`,
    advice: () => 'Run npm install in the folder of package.json, and start it again.',
  },
  {
    id: 'no-file-node',
    pattern: /Cannot find module '((?:\.{0,2}\/|[A-Z]:)[^'\n]{1,200})'/i,
    example: "Error: Cannot find module 'C:\\Users\\asha\\Downloads\\shop\\server.js'",
    cause: (name) => `Node.js does not find the file ${name}.`,
    advice: (_, { root }) =>
      `Look whether the terminal is in the right folder${root ? `: the one with the name ${root}` : ', the one that has package.json'}. If it is, the file is missing from the project.`,
  },
  {
    id: 'no-package-json',
    pattern: /ENOENT[^\n]{0,300}package\.json|Could not read package\.json/i,
    example:
      "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open 'C:\\Users\\asha\\package.json'",
    cause: () => 'The terminal is in another folder than package.json.',
    advice: (_, { root }) =>
      `Open the terminal in the folder that has package.json${root ? ` (${root})` : ''} and repeat the command.`,
  },
  {
    id: 'missing-script',
    pattern: /Missing script: "?([\w:-]{1,60})"?/i,
    example: 'npm error Missing script: "start"',
    cause: (name) => `package.json has no script with the name “${name}”.`,
    advice: () =>
      'npm run lists the scripts that there are. In a project of several parts look at the package.json of the other folders.',
  },
  {
    id: 'npm-peer',
    pattern: /ERESOLVE (?:unable to resolve|could not resolve)/i,
    example: 'npm error ERESOLVE unable to resolve dependency tree',
    cause: () => 'Two packages of the project want different versions of a third one.',
    advice: () => 'Write npm install --legacy-peer-deps in the same folder.',
  },
  {
    id: 'openssl',
    pattern: /ERR_OSSL_EVP_UNSUPPORTED|digital envelope routines/i,
    example: "code: 'ERR_OSSL_EVP_UNSUPPORTED'",
    cause: () => 'The project’s tools are older than your Node.js.',
    advice: () =>
      'Install Node.js 16, or write set NODE_OPTIONS=--openssl-legacy-provider in the same terminal before you start it.',
  },
  {
    id: 'not-recognized',
    pattern:
      /'?"?([\w.-]{1,40})"?'? (?:is not recognized as (?:an internal|the name of)|: The term)|The term '([\w.-]{1,40})' is not recognized|(?:bash: |zsh: command not found: |sh: \d{0,3}:? ?)([\w.-]{1,40})(?=: (?:command )?not found|\n|$)|Python was not found; run without arguments/,
    example: "'php' is not recognized as an internal or external command, operable program or batch file.",
    cause: (name) =>
      `Windows does not find the program ${name || 'python'}: it is not installed, or its folder is not in PATH.`,
    advice: (name) =>
      /^php$/i.test(name)
        ? 'With XAMPP write C:\\xampp\\php\\php.exe in place of php.'
        : /^mysql$/i.test(name)
          ? 'With XAMPP write C:\\xampp\\mysql\\bin\\mysql.exe in place of mysql.'
          : /^(?:npm|npx|node)$/i.test(name)
            ? 'Install Node.js from nodejs.org, and open a new terminal.'
            : /^(?:mvn)$/i.test(name)
              ? 'Install Maven from maven.apache.org and put its folder bin into PATH, or open the project in IntelliJ IDEA, which has one.'
              : /^javac?$/i.test(name)
                ? 'Install JDK 17 from adoptium.net, and open a new terminal.'
                : /^(?:python3?|pip3?|py)?$/i.test(name)
                  ? 'Install Python from python.org, tick “Add python.exe to PATH” there, and open a new terminal.'
                  : 'If it comes with the libraries of the project, install those first. Then open a new terminal.',
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
    id: 'memory',
    pattern:
      /Allowed memory size of \d{1,15} bytes exhausted|JavaScript heap out of memory|java\.lang\.OutOfMemoryError/i,
    example: 'Fatal error: Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes)',
    cause: () => 'The program needs more memory than it may take.',
    advice: () =>
      'For PHP write memory_limit=512M in php.ini and start Apache again. Otherwise close other programs.',
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
    id: 'class-not-found-java',
    pattern: /Could not find or load main class ([\w.$]{1,200})|NoClassDefFoundError: ([\w./$]{1,200})/,
    example: 'Error: Could not find or load main class library.App',
    cause: (name) => `Java does not find the class ${name}.`,
    advice: (name) =>
      name.includes('.') || name.includes('/')
        ? 'Run it from the folder above its packages, compile it first, and add the .jar files of the project to its class path.'
        : 'Compile it first with javac, in the folder of the file.',
  },
  {
    id: 'jdbc-driver',
    pattern:
      /No suitable driver|ClassNotFoundException: (com\.mysql[\w.]{1,60}|org\.[\w.]{0,40}Driver|oracle\.[\w.]{1,60})/,
    example: 'java.sql.SQLException: No suitable driver found for jdbc:mysql://localhost:3306/library',
    cause: () => 'The driver of the database (JDBC) is not among the libraries.',
    advice: () =>
      'Get MySQL Connector/J from dev.mysql.com, and add its .jar to the libraries of the project in the editor; for Tomcat put it into WEB-INF/lib.',
  },
  {
    id: 'java-version',
    pattern:
      /UnsupportedClassVersionError|class file version \d{2}\.\d|invalid (?:target|source) release: ?(\d{1,2})|release version (\d{1,2}) not supported/i,
    example:
      'java.lang.UnsupportedClassVersionError: App has been compiled by a more recent version of the Java Runtime (class file version 65.0)',
    cause: (version) =>
      `The project needs a newer Java${version ? ` (${version})` : ''} than the one that runs.`,
    advice: () =>
      'Install JDK 21 from adoptium.net. java -version says which one runs: JAVA_HOME and PATH have to lead to the new one.',
  },
  {
    id: 'java-missing-package',
    pattern: /package ([\w.]{1,100}) does not exist/,
    example: 'error: package javax.servlet does not exist',
    cause: (name) => `The library with ${name} is missing.`,
    advice: (name) =>
      /servlet/.test(name)
        ? 'Add Tomcat as the server of the project. javax.servlet needs Tomcat 9, jakarta.servlet needs Tomcat 10.'
        : 'Add the .jar files of the project to its libraries in the editor, or build it with Maven or Gradle where it has a pom.xml or build.gradle.',
  },
  {
    id: 'file-cors',
    pattern:
      /from origin 'null' has been blocked by CORS|URL scheme "file" is not supported|Cross origin requests are only supported for protocol schemes/i,
    example:
      "Access to script at 'file:///C:/shop/js/main.js' from origin 'null' has been blocked by CORS policy",
    cause: () => 'The page was opened from its folder, where browsers do not load its parts.',
    advice: () =>
      'Start a server in its folder: python -m http.server 8000, and open http://localhost:8000. Live Server of VS Code does the same.',
  },
  {
    id: 'cors',
    pattern: /has been blocked by CORS policy: No 'Access-Control-Allow-Origin'/i,
    example:
      "Access to XMLHttpRequest at 'http://localhost:5000/api' from origin 'http://localhost:3000' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header",
    cause: () => 'The page asks a server that does not let it, often because that server has stopped.',
    advice: () =>
      'Look into the terminal of the server for an error, and open the page at exactly the address that its README names.',
  },
  {
    id: 'connection-refused',
    pattern:
      /ERR_CONNECTION_REFUSED|localhost refused to connect|This site can.t be reached|Unable to connect\b/i,
    example: 'This site can’t be reached. localhost refused to connect. ERR_CONNECTION_REFUSED',
    cause: () => 'Nothing runs at this address.',
    advice: () =>
      'Start Apache in the XAMPP Control Panel, or the program in its terminal, and leave it running. Compare the port behind localhost with the one that the terminal shows.',
  },
  {
    id: 'proxy-refused',
    pattern: /Proxy error: Could not proxy request|\[vite\] http proxy error/i,
    example: 'Proxy error: Could not proxy request /api/users from localhost:3000 to http://localhost:5000.',
    cause: () => 'The pages run, but the server that they ask does not.',
    advice: () => 'Start the server in a second terminal, and look there for an error.',
  },
  {
    id: 'template-missing',
    pattern:
      /TemplateDoesNotExist(?: at [^\n]{0,100})?\n?\s{0,20}([\w./-]{0,120})|jinja2\.exceptions\.TemplateNotFound: ([\w./-]{1,120})/,
    example: 'jinja2.exceptions.TemplateNotFound: index.html',
    cause: (name) => `The page ${name || 'of the program'} is not in its folder templates.`,
    advice: () => 'Start the program from its own folder, and look whether the whole ZIP was unzipped.',
  },
  {
    id: 'no-file-python',
    pattern:
      /FileNotFoundError: \[Errno 2\] No such file or directory: '([^'\n]{1,200})'|can't open file '([^'\n]{1,200})'/,
    example: "FileNotFoundError: [Errno 2] No such file or directory: 'model.pkl'",
    cause: (path) => `The program does not find the file ${path}.`,
    advice: () =>
      'Open the terminal in the folder of the file that you start. If the file is not in the download, its README may say where to get it or how to make it.',
  },
  {
    id: 'python-syntax',
    pattern: /SyntaxError: Missing parentheses in call to 'print'/,
    example: "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?",
    cause: () => 'The project was written for Python 2.',
    advice: () => 'Its prints need brackets in Python 3. Tell its owner: Python 2 is not to be had any more.',
  },
  {
    id: 'django-settings',
    pattern: /DisallowedHost|Invalid HTTP_HOST header|CSRF verification failed/i,
    example:
      "Invalid HTTP_HOST header: '192.168.1.5:8000'. You may need to add '192.168.1.5' to ALLOWED_HOSTS.",
    cause: () => 'Django does not know the address at which you opened it.',
    advice: () => 'Open it at http://127.0.0.1:8000/ on the computer on which it runs.',
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

/** The table, for tests: each row with its example. */
export const causeExamples = rows.map(({ id, example }) => ({ id, example }))
