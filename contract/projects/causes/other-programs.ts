import type { Row } from './row.ts'

/** What Python, Node.js, Java and browsers say. */
export const otherPrograms: readonly Row[] = [
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
      'Install Node.js 16, or write set NODE_OPTIONS=--openssl-legacy-provider (on macOS and Linux export in place of set) in the same terminal before you start it.',
  },
  {
    id: 'not-recognized',
    pattern:
      /'?"?([\w.-]{1,40})"?'? (?:is not recognized as (?:an internal|the name of)|: The term)|The term '([\w.-]{1,40})' is not recognized|(?:bash: |zsh: command not found: |sh: \d{0,3}:? ?)([\w.-]{1,40})(?=: (?:command )?not found|\n|$)|Python was not found; run without arguments/,
    example: "'php' is not recognized as an internal or external command, operable program or batch file.",
    cause: (name) =>
      `The terminal does not find the program ${name || 'python'}: it is not installed, or its folder is not in PATH.`,
    advice: (name) =>
      /^php$/i.test(name)
        ? 'With XAMPP write C:\\xampp\\php\\php.exe in place of php, on macOS /Applications/XAMPP/xamppfiles/bin/php, on Linux /opt/lampp/bin/php.'
        : /^mysql$/i.test(name)
          ? 'With XAMPP write C:\\xampp\\mysql\\bin\\mysql.exe in place of mysql, on macOS /Applications/XAMPP/xamppfiles/bin/mysql, on Linux /opt/lampp/bin/mysql.'
          : /^(?:npm|npx|node)$/i.test(name)
            ? 'Install Node.js from nodejs.org, and open a new terminal.'
            : /^(?:mvn)$/i.test(name)
              ? 'Install Maven from maven.apache.org and put its folder bin into PATH, or open the project in IntelliJ IDEA, which has one.'
              : /^javac?$/i.test(name)
                ? 'Install JDK 17 from adoptium.net, and open a new terminal.'
                : /^(?:python3?|pip3?|py)?$/i.test(name)
                  ? 'On Windows install Python from python.org, tick “Add python.exe to PATH” there, and open a new terminal. On macOS and Linux write python3 and pip3.'
                  : 'If it comes with the libraries of the project, install those first. Then open a new terminal.',
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
]
