import type { Files } from './files.ts'

// Written as students write, with code that looks like a fault but is none.
const phpLibrary: Files = {
  'README.md': `# Library Management System\nPHP and MySQL project for BCA final year.\n\n## Setup\n1. Install XAMPP (PHP 8) and copy this folder to C:\\xampp\\htdocs\\library\n2. Create a database named library_db in phpMyAdmin and import database/library.sql\n3. Open http://localhost/library/ and sign in as admin / admin123\n`,
  'index.php': `<?php session_start(); include 'includes/header.php'; ?>\n<h1>Don't forget your books</h1>\n<img src="images/logo.png" alt=""><link rel="stylesheet" href="css/style.css">\n<a href="books.php?id=<?= (int) $_GET['id'] ?>">Books</a><a href="books.php">All</a>\n<script>var parts = "a,b".split(","); each(parts, function (x) { console.log(x); }); function each(a, f) { a.forEach(f); }</script>\n<?php include __DIR__ . '/includes/footer.php'; ?>`,
  'books.php': `<?php\nrequire_once 'includes/db.php';\n// mysql_query("select * from books_old") was used before\n$result = mysqli_query($conn, "SELECT b.*, a.name FROM books b JOIN authors a ON a.id = b.author_id WHERE b.title LIKE '%x%'");\nwhile ($row = mysqli_fetch_assoc($result)) { echo htmlspecialchars($row['title']); }\n$parts = explode(',', $_GET['ids'] ?? '');\nmysqli_query($conn, "UPDATE books SET copies = copies - 1 WHERE id = 3");\nmysqli_query($conn, "INSERT INTO issues (book_id, member) VALUES (3, 'Asha')");`,
  'includes/db.php': `<?php\n$conn = mysqli_connect("localhost", "root", "", "library_db") or die("Select a database from the list: " . mysqli_connect_error());`,
  'includes/header.php': `<!doctype html><html><head><title>Library</title><link href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.0/dist/css/bootstrap.min.css" rel="stylesheet"></head><body>`,
  'includes/footer.php': `</body></html>`,
  'css/style.css': `body { background: url("../images/bg.jpg"); }`,
  'images/logo.png': null,
  'images/bg.jpg': null,
  'database/library.sql': `-- phpMyAdmin SQL Dump\n-- version 5.2.1\n-- Host: 127.0.0.1\n-- Database: \`library_db\`\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\n/*!40101 SET NAMES utf8mb4 */;\nCREATE TABLE \`authors\` (\n  \`id\` int(11) NOT NULL,\n  \`name\` varchar(100) CHARACTER SET latin1 DEFAULT NULL COMMENT 'it''s a name, (full)'\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\nINSERT INTO \`authors\` (\`id\`, \`name\`) VALUES\n(1, 'R. K. Narayan; Mysore'),\n(2, 'Ruskin \\'Bond\\'');\nCREATE TABLE \`books\` (\`id\` int NOT NULL, \`title\` text, \`author_id\` int, \`copies\` int, \`date\` date, \`status\` enum('in','out') DEFAULT 'in', \`price\` decimal(10,2), \`added\` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp());\nCREATE TABLE \`issues\` (id int auto_increment primary key, book_id int references books(id), member varchar(100));\nALTER TABLE \`books\` ADD PRIMARY KEY (\`id\`), ADD KEY \`author\` (\`author_id\`);\nDELIMITER $$\nCREATE TRIGGER t AFTER INSERT ON issues FOR EACH ROW BEGIN UPDATE books SET copies = copies - 1; END$$\nDELIMITER ;\nCOMMIT;\n`,
}

const phpHospital: Files = {
  'README.md': `# Hospital appointment system\n\nRequirements: PHP 8.1, Composer, MySQL.\n\n\`\`\`\ncomposer install\nmysql -u root < sql/schema.sql\nphp -S localhost:8000 -t public\n\`\`\`\nCopy config.example.php to config.php and fill in your own values. Then open http://localhost:8000.\n`,
  'composer.json': `{ "require": { "phpmailer/phpmailer": "^6.9", "php": ">=8.1" } }`,
  'config.example.php': `<?php\nreturn ['dsn' => 'mysql:host=localhost;dbname=hospital', 'user' => 'root', 'password' => 'Your-Password-1', 'smtp_password' => 'abcd efgh ijkl mnop'];`,
  'public/index.php': `<?php\nrequire __DIR__ . '/../vendor/autoload.php';\nrequire __DIR__ . '/../src/Database.php';\n$db = new App\\Database();\n$doctors = $db->all('SELECT id, name FROM doctors ORDER BY name');\n?><link rel="stylesheet" href="assets/app.css"><form action="index.php" method="post"><input name="password" type="password" placeholder="Password"></form>`,
  'public/assets/app.css': `h1 { color: teal; }`,
  'src/Database.php': `<?php\nnamespace App;\nuse PDO;\nuse PHPMailer\\PHPMailer\\PHPMailer;\nclass Database {\n  private PDO $pdo;\n  public function __construct() {\n    $this->pdo = new PDO('mysql:host=localhost;dbname=hospital;charset=utf8mb4', getenv('DB_USER'), getenv('DB_PASSWORD'));\n  }\n  public function all(string $sql): array { return $this->pdo->query($sql)->fetchAll(); }\n  public function split($x) { return preg_split('/,/', $x); }\n  public function mail() { $mail = new PHPMailer(true); $mail->Password = getenv('SMTP_PASSWORD'); }\n}`,
  'sql/schema.sql': `CREATE DATABASE IF NOT EXISTS hospital;\nUSE hospital;\nCREATE TABLE doctors (\n  id INT PRIMARY KEY AUTO_INCREMENT,\n  name VARCHAR(80) NOT NULL,\n  fee DECIMAL(8, 2) NOT NULL DEFAULT 0.00,\n  CHECK (fee >= 0)\n);\nINSERT INTO doctors (name, fee) VALUES ('Dr. Meera Nair', 500.00), ('Dr. K. Iyer', CONVERT(300, DECIMAL(8,2)));\nCREATE OR REPLACE VIEW cheap AS SELECT * FROM doctors WHERE fee < 400;`,
}

const phpVoting: Files = {
  'README.md': `# Online voting\nInstall XAMPP, import \`voting.sql\`, open http://localhost/voting/login.php. The admin is admin@example.com with the password admin.\n\nPhone numbers in the sample data such as 9876543210 are invented. Needs nothing else.`,
  'login.php': `<?php\nrequire('connect.php');\ndefine('BASE_URL', 'http://localhost/voting/');\n$password = password_hash($_POST['password'], PASSWORD_DEFAULT);\n$q = $con->prepare('select id from voters where phone = ?');\n?>\n<form method="post" action="login.php"><img src="uploads/<?php echo $row['photo']; ?>"></form>\n<script src="https://code.jquery.com/jquery-3.7.1.min.js"></script>`,
  'connect.php': `<?php\n$host = 'localhost';\n$user = 'root';\n$password = 'root';\n$dbname = 'voting';\n$con = new mysqli($host, $user, $password, $dbname);`,
  'voting.sql': `create table if not exists voters (id integer primary key auto_increment, phone char(10) unique, name varchar(60));\ninsert into voters values (1, '9876543210', 'Asha'), (2, '9876500000', 'Ravi');\nINSERT INTO voters SELECT * FROM (SELECT 3, '9999999999', 'Test') x;\n`,
}

const staticSite: Files = {
  'README.md': `# Restaurant website\nNothing to install: open index.html in a browser. HTML, CSS and a little JavaScript for the menu and the booking form, which remembers bookings in the browser. Change the dishes in js/menu.js and the colours in css/style.css.`,
  'index.html': `<!doctype html><html><head><link rel="stylesheet" href="./css/style.css"><link rel="icon" href="favicon.ico"></head><body><!-- <img src="old/banner.png"> --><a href="#menu">Menu</a><a href="about.html#team">About</a><a href="mailto:cafe@example.com">Mail</a><script src="js/menu.js"></script></body></html>`,
  'about.html': `<img src="/img/team.webp" alt="Team"><a href="tel:+919876543210">Call</a>`,
  'css/style.css': `@import url("https://fonts.googleapis.com/css2?family=Lato"); .a { background: url(data:image/png;base64,AAAA); }`,
  'js/menu.js': `const dishes = [{ name: 'Dosa', price: 60 }]\ndocument.title = "Select a dish from the menu"\n`,
  'img/team.webp': null,
}

const socketChat: Files = {
  'README.md': `# Chat\nNode 20 is needed.\n\n    npm install\n    cp .env.example .env\n    npm run dev\n\nThen open http://localhost:3000 in two windows. Set the keys in .env first: the test key of Razorpay is enough to try it, and no real money moves.`,
  'package.json': `{ "name": "chat", "type": "module", "scripts": { "dev": "node --watch server.js" }, "dependencies": { "express": "^4.19.2", "socket.io": "^4.7.5", "dotenv": "^16.4.5" } }`,
  '.env.example': `JWT_SECRET=put-a-long-random-text-here\nRAZORPAY_KEY=rzp_test_1DP5mmOlF5G5ag\nMONGO_URI=mongodb+srv://<user>:<password>@cluster0.example.mongodb.net/chat\n`,
  'server.js': `import 'dotenv/config'\nimport { createServer } from 'node:http'\nimport fs from 'fs'\nimport express from 'express'\nimport { Server } from 'socket.io'\nimport { rooms } from './lib/rooms.js'\nconst app = express()\napp.use(express.static('public'))\nfs.writeFileSync('history.json', '[]')\nconst secret = process.env.JWT_SECRET || 'change-me'\nnew Server(createServer(app).listen(3000)).on('connection', (s) => rooms(s, secret))\n`,
  'lib/rooms.js': `const rooms = (socket, secret) => { const token = 'token'; const apiUrl = 'http://localhost:3000/api/rooms'; socket.emit('hi', token, secret, apiUrl) }\n`,
  'public/index.html': `<script src="/socket.io/socket.io.js"></script><script src="client.js"></script>`,
  'public/client.js': `const socket = io(); const path = "C:"; socket.emit('x', path)\n`,
}

/** Sound projects, by name. */
export const web = { phpLibrary, phpHospital, phpVoting, staticSite, socketChat } satisfies Record<
  string,
  Files
>
