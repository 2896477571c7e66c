import type { Files } from './files.ts'

const flaskAttendance: Files = {
  'README.md': `# Attendance with Flask\n\n\`\`\`\npython -m venv venv\nsource venv/bin/activate\npip install -r requirements.txt\nmysql -u root -p < schema.sql\npython app.py\n\`\`\`\nOpen http://127.0.0.1:5000.`,
  'requirements.txt': `Flask==3.0.3\nflask-mysqldb==2.0.0\npython-dotenv\nreportlab>=4\n`,
  'app.py': `"""Marks attendance. Once this lived in C:\\Users\\asha\\attendance."""\nimport os\nfrom datetime import date\nfrom flask import Flask, render_template, request, send_file\nfrom flask_mysqldb import MySQL\nfrom dotenv import load_dotenv\nfrom werkzeug.security import check_password_hash\nfrom reports.pdf import make_pdf\n\nload_dotenv()\napp = Flask(__name__)\napp.secret_key = os.environ.get('SECRET_KEY', 'dev')\napp.config['MYSQL_USER'] = 'root'\napp.config['MYSQL_PASSWORD'] = os.getenv('MYSQL_PASSWORD', '')\napp.config['MYSQL_DB'] = 'attendance'\nmysql = MySQL(app)\n\n@app.route('/')\ndef home():\n    cur = mysql.connection.cursor()\n    cur.execute("""SELECT s.name, count(*) FROM students s\n        LEFT JOIN marks m ON m.student_id = s.id GROUP BY s.id""")\n    return render_template('home.html', rows=cur.fetchall())\n\nif __name__ == '__main__':\n    app.run(debug=True)\n`,
  'reports/__init__.py': '',
  'reports/pdf.py': `from reportlab.pdfgen import canvas\n\ndef make_pdf(rows):\n    c = canvas.Canvas('report.pdf')\n    with open('report.txt', 'w') as f:\n        f.write('x')\n    return open('report.txt').read()\n`,
  'templates/home.html': `<link rel="stylesheet" href="{{ url_for('static', filename='style.css') }}"><img src="/static/college.png">`,
  'static/style.css': `h1 { font-size: 2rem }`,
  'static/college.png': null,
  'schema.sql': `CREATE DATABASE attendance;\nUSE attendance;\nCREATE TABLE students (id INT PRIMARY KEY, name VARCHAR(50), roll VARCHAR(12));\nCREATE TABLE marks (student_id INT, day DATE, FOREIGN KEY (student_id) REFERENCES students (id) ON DELETE CASCADE);\nINSERT INTO students VALUES (1, 'Asha', 'R001');\n`,
}

const flaskBlog: Files = {
  'README.md': `# Blog\nInstall with \`pip install -r requirements.txt\`, then \`flask --app blog run\`. The SQLite database is made at the first start. Needs Python 3.10 or newer, nothing else.`,
  'requirements.txt': `flask\nFlask-SQLAlchemy\nFlask-Login\nemail_validator\nFlask-WTF\n`,
  'blog/__init__.py': `from flask import Flask\nfrom .models import db\nfrom . import views\n\ndef create_app():\n    app = Flask(__name__)\n    app.config['SECRET_KEY'] = 'your-secret-key'\n    app.config['SQLALCHEMY_DATABASE_URI'] = 'sqlite:///blog.db'\n    db.init_app(app)\n    with app.app_context():\n        db.create_all()\n    return app\n`,
  'blog/models.py': `from flask_sqlalchemy import SQLAlchemy\nfrom sqlalchemy import text\ndb = SQLAlchemy()\nclass Post(db.Model):\n    id = db.Column(db.Integer, primary_key=True)\n\ndef recent():\n    return db.session.execute(text("select * from post order by id desc"))\n`,
  'blog/views.py': `try:\n    import markdown\nexcept ImportError:\n    markdown = None\nfrom flask_login import login_required\nfrom wtforms import StringField\n`,
  'wsgi.py': `from blog import create_app\napp = create_app()\n`,
}

const djangoLearning: Files = {
  'README.md': `# E-learning\n1. pip install -r requirements.txt\n2. python manage.py migrate\n3. python manage.py createsuperuser\n4. python manage.py runserver\n\nDjango 5, SQLite. Open http://127.0.0.1:8000/ and sign in.`,
  'requirements.txt': `Django>=5.0\ndjango-crispy-forms\nPillow\n`,
  'manage.py': `import os\nimport sys\nif __name__ == '__main__':\n    os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'site_config.settings')\n    from django.core.management import execute_from_command_line\n    execute_from_command_line(sys.argv)\n`,
  'site_config/__init__.py': '',
  'site_config/settings.py': `from pathlib import Path\nBASE_DIR = Path(__file__).resolve().parent.parent\nSECRET_KEY = 'django-insecure-change-me'\nINSTALLED_APPS = ['django.contrib.admin', 'crispy_forms', 'courses']\nDATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': BASE_DIR / 'db.sqlite3'}}\nAUTH_PASSWORD_VALIDATORS = [{'NAME': 'django.contrib.auth.password_validation.MinimumLengthValidator'}]\nEMAIL_HOST_PASSWORD = ''\n`,
  'courses/__init__.py': '',
  'courses/models.py': `from django.db import models\nfrom PIL import Image\n\nclass Course(models.Model):\n    title = models.CharField(max_length=100)\n`,
  'courses/views.py': `from django.shortcuts import render\nfrom .models import Course\nfrom crispy_forms.helper import FormHelper\n\ndef home(request):\n    return render(request, 'courses/home.html', {'courses': Course.objects.raw('select * from courses_course')})\n`,
  'courses/templates/courses/home.html': `{% load static %}<img src="{% static 'logo.png' %}"><a href="{% url 'home' %}">Home</a><link href="/static/admin/css/base.css">`,
}

const heartDisease: Files = {
  'README.md': `# Heart disease prediction\nInstall: pip install -r requirements.txt\nTrain: python train.py\nStart: streamlit run app.py\n\nThe data is data/heart.csv (UCI). A larger set, heart_full.csv, can be downloaded from Kaggle.`,
  'requirements.txt': `pandas\nscikit-learn==1.5.0\nstreamlit\nmatplotlib\n`,
  'train.py': `import pickle\nimport numpy as np\nimport pandas as pd\nimport matplotlib.pyplot as plt\nfrom sklearn.ensemble import RandomForestClassifier\n\ndf = pd.read_csv('data/heart.csv')\nfull = 'heart_full.csv'\nmodel = RandomForestClassifier().fit(df.drop(columns=['target']), df['target'])\nplt.savefig('importance.png')\npickle.dump(model, open('model.pkl', 'wb'))\n`,
  'app.py': `import pickle\nimport joblib\nimport streamlit as st\n\nmodel = pickle.load(open('model.pkl', 'rb'))\nst.image('importance.png')\nst.title('Heart')\n`,
  'data/heart.csv': `age,sex,chol,target\n63,1,233,1\n37,1,250,1\n`,
  'notebooks/explore.ipynb': `{"cells":[{"cell_type":"code","source":["import seaborn as sns\\n","df.head()"]}],"nbformat":4}`,
}

const faceAttendance: Files = {
  'README.md': `# Face attendance\nNeeds a webcam and Python 3.10.\n\npip install opencv-python numpy pandas\nor: pip install -r requirements.txt\nRun: python main.py`,
  'requirements.txt': `opencv-contrib-python\npandas\n`,
  'main.py':
    `import tkinter as tk\nimport csv, os\nimport cv2\nimport numpy as np\nfrom PIL import Image, ImageTk\n\nface = cv2.CascadeClassifier(cv2.data.haarcascades + 'haarcascade_frontalface_default.xml')\nwindow = tk.Tk()\nif os.path.isfile('students.csv'):\n    rows = open('students.csv').read()\nwith open('students.csv', 'a') as f:\n    csv.writer(f).writerow(['1'])\nwindow.mainloop()\n`.replace(
      'from PIL import Image, ImageTk\n',
      '',
    ),
}

const tkinterQuiz: Files = {
  'README.md': `# Quiz\nPython with Tkinter and SQLite, both come with Python: nothing to install. Start it with python quiz.py; the questions are put into quiz.db when it starts for the first time. Tested on Windows 11 and Ubuntu 24.04.`,
  'quiz.py': `import sqlite3\nfrom tkinter import *\n\ncon = sqlite3.connect('quiz.db')\ncon.execute('create table if not exists questions (id integer primary key, text text, answer text)')\nrows = con.execute("SELECT text, answer FROM questions ORDER BY random() LIMIT 10").fetchall()\nroot = Tk()\nLabel(root, text="Select one from the options").pack()\nroot.mainloop()\n`,
}

const swingInventory: Files = {
  'README.md': `# Inventory in Java Swing\nJDK 17 and NetBeans. Open the folder in NetBeans, import inventory.sql into MySQL, press Run. The driver is in lib/. The main class is shop.Main.`,
  'src/shop/Main.java': `package shop;\nimport java.sql.*;\nimport javax.swing.*;\nimport net.proteanit.sql.DbUtils;\npublic class Main extends JFrame {\n  public static void main(String[] args) throws Exception {\n    Class.forName("com.mysql.cj.jdbc.Driver");\n    Connection c = DriverManager.getConnection("jdbc:mysql://localhost:3306/inventory", "root", "root");\n    ResultSet r = c.prepareStatement("select * from items where qty < ?").executeQuery();\n    new JLabel(new ImageIcon(Main.class.getResource("/icons/box.png")));\n    JOptionPane.showMessageDialog(null, "Update the stock set in the list");\n  }\n}\n`,
  'src/icons/box.png': null,
  'lib/mysql-connector-j-8.4.0.jar': null,
  'lib/rs2xml.jar': null,
  'nbproject/project.properties': `main.class=shop.Main\n`,
  'inventory.sql': `CREATE DATABASE inventory;\nUSE inventory;\nCREATE TABLE items (id INT AUTO_INCREMENT, name VARCHAR(50), qty INT DEFAULT 0, PRIMARY KEY (id));\nINSERT INTO items (name, qty) VALUES ('Pen', 10), ('Book (ruled)', 4);\n`,
}

const servletBank: Files = {
  'README.md': `# Bank with servlets\nJDK 17, Maven and Tomcat 10. Import db/bank.sql into MySQL. Build with mvn package, copy target/bank.war into Tomcat's webapps, start it and open http://localhost:8080/bank.`,
  'pom.xml': `<project><dependencies><dependency><groupId>jakarta.servlet</groupId><artifactId>jakarta.servlet-api</artifactId></dependency><dependency><groupId>com.mysql</groupId><artifactId>mysql-connector-j</artifactId></dependency><dependency><artifactId>gson</artifactId></dependency></dependencies></project>`,
  'src/main/java/bank/LoginServlet.java': `package bank;\nimport java.io.IOException;\nimport jakarta.servlet.http.*;\nimport jakarta.servlet.annotation.WebServlet;\nimport com.google.gson.Gson;\nimport bank.dao.Accounts;\n@WebServlet("/login")\npublic class LoginServlet extends HttpServlet {\n  protected void doPost(HttpServletRequest q, HttpServletResponse s) throws IOException {\n    String password = q.getParameter("password");\n    s.sendRedirect(q.getContextPath() + "/home.jsp");\n  }\n}\n`,
  'src/main/java/bank/dao/Accounts.java': `package bank.dao;\nimport java.sql.*;\npublic class Accounts {\n  static final String URL = "jdbc:mysql://localhost:3306/bankdb?useSSL=false";\n  Connection open() throws SQLException { return DriverManager.getConnection(URL, System.getenv("DB_USER"), System.getenv("DB_PASSWORD")); }\n  String sql = "SELECT a.no, sum(t.amount) FROM accounts a, transfers t WHERE t.account_no = a.no GROUP BY a.no";\n}\n`,
  'src/main/webapp/index.jsp': `<%-- <img src="gone.png"> --%><form action="login" method="post"><input name="user"></form><link rel="stylesheet" href="\${pageContext.request.contextPath}/css/bank.css">`,
  'src/main/webapp/home.jsp': `<a href="index.jsp">Back</a>`,
  'src/main/webapp/css/bank.css': `body { margin: 0 }`,
  'db/bank.sql': `create database bankdb;\nuse bankdb;\ncreate table accounts (no bigint primary key, holder varchar(60), balance numeric(12,2) not null default 0);\ncreate table transfers (id int auto_increment primary key, account_no bigint, amount numeric(12,2), foreign key (account_no) references accounts(no));\n`,
}

const springHostel: Files = {
  'README.md': `# Hostel with Spring Boot\nJDK 21 is needed. Start: ./mvnw spring-boot:run or mvn spring-boot:run. Set DB_PASSWORD in your environment first. Open http://localhost:8080.`,
  'pom.xml': `<project><parent><artifactId>spring-boot-starter-parent</artifactId></parent><dependencies><dependency><artifactId>spring-boot-starter-web</artifactId></dependency><dependency><artifactId>spring-boot-starter-data-jpa</artifactId></dependency><dependency><artifactId>mysql-connector-j</artifactId></dependency><dependency><artifactId>lombok</artifactId></dependency></dependencies></project>`,
  'src/main/java/in/hostel/App.java': `package in.hostel;\nimport org.springframework.boot.SpringApplication;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\n@SpringBootApplication\npublic class App { public static void main(String[] args) { SpringApplication.run(App.class, args); } }\n`,
  'src/main/java/in/hostel/Room.java': `package in.hostel;\nimport jakarta.persistence.Entity;\nimport lombok.Data;\n@Entity @Data public class Room { Long id; }\n`,
  'src/main/java/in/hostel/Rooms.java': `package in.hostel;\nimport org.springframework.data.jpa.repository.*;\npublic interface Rooms extends JpaRepository<Room, Long> { @Query("SELECT r FROM Room r WHERE r.free = true") java.util.List<Room> free(); }\n`,
  'src/main/resources/application.properties': `spring.datasource.url=jdbc:mysql://localhost:3306/hostel?createDatabaseIfNotExist=true\nspring.datasource.username=root\nspring.datasource.password=\${DB_PASSWORD:root}\nspring.jpa.hibernate.ddl-auto=update\n`,
  'src/main/resources/static/index.html': `<h1>Hostel</h1>`,
}

const mernShop: Files = {
  'README.md': `# Shop (MERN)\nNode 20 and MongoDB.\n\n\`\`\`\ncd server && npm install && npm start\ncd client && npm install && npm run dev\n\`\`\`\nCopy server/.env.example to server/.env.`,
  'server/package.json': `{ "name": "server", "main": "index.js", "scripts": { "start": "node index.js" }, "dependencies": { "express": "^4", "mongoose": "^8", "cors": "^2", "jsonwebtoken": "^9", "dotenv": "^16" } }`,
  'server/index.js': `require('dotenv').config()\nconst path = require('path')\nconst express = require('express')\nconst mongoose = require('mongoose')\nconst cors = require('cors')\nconst products = require('./routes/products')\nmongoose.connect(process.env.MONGO_URI || 'mongodb://127.0.0.1:27017/shop')\nconst app = express()\napp.use(cors({ origin: 'http://localhost:5173' }))\napp.use('/api/products', products)\napp.listen(5000)\n`,
  'server/routes/products.js': `const jwt = require('jsonwebtoken')\nconst Product = require('../models/Product')\nmodule.exports = (req, res) => res.json(jwt.verify(req.headers.authorization.split(' ')[1], process.env.JWT_SECRET))\n`,
  'server/models/Product.js': `const { Schema, model } = require('mongoose')\nmodule.exports = model('Product', new Schema({ name: String, password: { type: String, select: false } }))\n`,
  'server/.env.example': `MONGO_URI=\nJWT_SECRET=\n`,
  'client/package.json': `{ "name": "client", "scripts": { "dev": "vite" }, "dependencies": { "react": "^18", "react-dom": "^18", "axios": "^1" }, "devDependencies": { "vite": "^5", "@vitejs/plugin-react": "^4" } }`,
  'client/vite.config.js': `import { defineConfig } from 'vite'\nimport react from '@vitejs/plugin-react'\nexport default defineConfig({ plugins: [react()], resolve: { alias: { '@': '/src' } }, server: { proxy: { '/api': 'http://localhost:5000/' } } })\n`,
  'client/index.html': `<link rel="icon" href="/vite.svg"><div id="root"></div><script type="module" src="/src/main.jsx"></script>`,
  'client/public/vite.svg': `<svg xmlns="http://www.w3.org/2000/svg"/>`,
  'client/src/main.jsx': `import React from 'react'\nimport ReactDOM from 'react-dom/client'\nimport axios from 'axios'\nimport App from './App'\nimport Cart from '@/components/Cart'\nimport './index.css'\nReactDOM.createRoot(document.getElementById('root')).render(<App cart={Cart} get={axios.get} />)\n`,
  'client/src/App.jsx': `import logo from './assets/logo.png'\n// the path C:/Users/asha/shop is gone\nexport default () => <img src={logo} alt="It's a shop" />\n`,
  'client/src/components/Cart.jsx': `export default () => <p>Pick from the list</p>\n`,
  'client/src/assets/logo.png': null,
  'client/src/index.css': `body{margin:0}`,
}

const expressNotes: Files = {
  'README.md': `# Notes\nInstall Node 20 and MySQL. Import schema.sql, then run npm install and npm start. Open http://localhost:4000. The user of the database is root without a password.`,
  'package.json': `{ "scripts": { "start": "node app.js", "test": "node --test" }, "dependencies": { "express": "4", "mysql2": "3", "ejs": "3" } }`,
  'app.js': `const express = require('express')\nconst mysql = require('mysql2')\nconst db = mysql.createConnection({ host: 'localhost', user: 'root', password: '', database: 'notes' })\nconst app = express()\napp.set('view engine', 'ejs')\napp.get('/', (q, s) => db.query('SELECT * FROM notes WHERE owner = ?', [1], (e, rows) => s.render('list', { rows })))\napp.post('/', (q, s) => db.query('INSERT INTO notes SET ?', q.body))\napp.listen(4000)\n`,
  'views/list.ejs': `<link rel="stylesheet" href="/style.css"><% rows.forEach((r) => { %><img src="/uploads/<%= r.photo %>.png"><% }) %>`,
  'public/style.css': `p { color: #333 }`,
  'schema.sql': `CREATE SCHEMA notes;\nUSE notes;\nCREATE TABLE notes (id INT PRIMARY KEY AUTO_INCREMENT, owner INT, text TEXT, photo VARCHAR(100), made TIMESTAMP DEFAULT CURRENT_TIMESTAMP);\n`,
}

const reactPortfolio: Files = {
  'README.md': `# Portfolio\nnpm install, npm start, then open http://localhost:3000. Made with create-react-app; change src/data.js to put your own projects in. Node 18 or newer is required.`,
  'package.json': `{ "name": "portfolio", "scripts": { "start": "react-scripts start", "build": "react-scripts build" }, "dependencies": { "react": "18", "react-dom": "18", "react-scripts": "5", "@mui/material": "5" } }`,
  'public/index.html': `<link rel="icon" href="%PUBLIC_URL%/favicon.ico"><link rel="apple-touch-icon" href="%PUBLIC_URL%/logo192.png"><div id="root"></div>`,
  'public/logo192.png': null,
  'src/index.js': `import React from 'react'\nimport { createRoot } from 'react-dom/client'\nimport Button from '@mui/material/Button'\nimport { projects } from './data'\ncreateRoot(document.getElementById('root')).render(<Button>{projects.length}</Button>)\n`,
  'src/data.js': `const projects = [{ name: 'Shop', key: 'a1b2' }]\nconst secretName = 'The secret of good tea'\n`,
}

const androidNotes: Files = {
  'README.md': `# Notes for Android\nOpen the folder in Android Studio (JDK 17), wait for Gradle, choose a phone or an emulator with Android 8 or newer, and press Run. Nothing else has to be installed or set.`,
  'build.gradle': `plugins { id 'com.android.application' version '8.5.0' apply false }\n`,
  'app/build.gradle': `plugins { id 'com.android.application' }\ndependencies { implementation 'androidx.appcompat:appcompat:1.7.0'\n implementation 'com.google.android.material:material:1.12.0' }\n`,
  'app/src/main/AndroidManifest.xml': `<manifest xmlns:android="http://schemas.android.com/apk/res/android"><application android:icon="@mipmap/ic_launcher"><activity android:name=".MainActivity"><intent-filter><category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity></application></manifest>`,
  'app/src/main/java/in/notes/MainActivity.java': `package in.notes;\nimport android.os.Bundle;\nimport androidx.appcompat.app.AppCompatActivity;\npublic class MainActivity extends AppCompatActivity {\n  protected void onCreate(Bundle b) { super.onCreate(b); setContentView(R.layout.activity_main); setIcon(android.R.drawable.ic_menu_add); }\n}\n`,
  'app/src/main/java/in/notes/Db.java': `package in.notes;\nimport android.database.sqlite.*;\npublic class Db extends SQLiteOpenHelper {\n  public void onCreate(SQLiteDatabase d) { d.execSQL("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)"); }\n  void all() { getReadableDatabase().rawQuery("SELECT * FROM notes", null); }\n}\n`,
  'app/src/main/res/layout/activity_main.xml': `<LinearLayout xmlns:android="http://schemas.android.com/apk/res/android" android:background="@drawable/paper"/>`,
  'app/src/main/res/drawable/paper.xml': `<shape/>`,
  'app/src/main/res/mipmap-hdpi/ic_launcher.png': null,
}

const androidChat: Files = {
  'README.md': `# Chat in Kotlin\nOpen it in Android Studio. Make a Firebase project of your own and put its google-services.json into app/. Then press Run. JDK 17 and Android 9 are needed.`,
  'app/build.gradle.kts': `plugins { id("com.android.application") }\ndependencies { implementation(libs.androidx.core); implementation("com.google.firebase:firebase-database-ktx:21.0.0"); implementation("com.github.bumptech.glide:glide:4.16.0") }\n`,
  'gradle/libs.versions.toml': `[libraries]\nandroidx-core = "androidx.core:core-ktx:1.13.1"\n`,
  'app/src/main/java/in/chat/MainActivity.kt': `package \`in\`.chat\nimport android.os.Bundle\nimport androidx.activity.ComponentActivity\nimport com.google.firebase.database.FirebaseDatabase\nimport com.bumptech.glide.Glide\nclass MainActivity : ComponentActivity() {\n  override fun onCreate(b: Bundle?) { super.onCreate(b); setContentView(R.layout.main); FirebaseDatabase.getInstance() }\n}\n`,
  'app/src/main/res/layout/main.xml': `<FrameLayout/>`,
}

const flutterTodo: Files = {
  'README.md': `# To-do list in Flutter\nInstall Flutter 3.22, then run flutter pub get and flutter run. The list is kept on the phone with shared_preferences, so there is no server and no account.`,
  'pubspec.yaml': `name: todo\ndependencies:\n  flutter:\n    sdk: flutter\n  shared_preferences: ^2.2.3\n`,
  'lib/main.dart': `import 'package:flutter/material.dart';\nimport 'screens/home.dart';\nvoid main() => runApp(const Home());\n`,
  'lib/screens/home.dart': `import 'package:flutter/material.dart';\nclass Home extends StatelessWidget { const Home(); }\n`,
}

/** Sound projects, by name. */
export const apps = {
  flaskAttendance,
  flaskBlog,
  djangoLearning,
  heartDisease,
  faceAttendance,
  tkinterQuiz,
  swingInventory,
  servletBank,
  springHostel,
  mernShop,
  expressNotes,
  reactPortfolio,
  androidNotes,
  androidChat,
  flutterTodo,
} satisfies Record<string, Files>
