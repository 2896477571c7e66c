import { expect, test } from 'vitest'

import { passesForShop } from '#server/accounts/public-profile.ts'
import { hasContactDetails } from '#server/platform/contact-details/contact-details.ts'

/** What members write who mean no harm, a text to a line or between bars. */
const honest = {
  questions: `
    Does this work with Python 3.12?
    Can I change the database from MySQL to PostgreSQL?
    Is the report in IEEE format?
    Does it include the ER diagram and DFD?
    Will it run on a laptop with 4 GB RAM?
    Is the model trained already or do I train it?
    How many pages is the report?
    Which dataset do you use? Is it from Kaggle?
    Can I get the PPT too?
    Do I need XAMPP or WAMP?
    I get ModuleNotFoundError: No module named 'cv2'. What do I install?
    Does it need an API key from OpenAI or Google Maps?
    My college asks for Java 8, does it compile with it?
    Can two students use it in one college?
    Does the login have OTP by email?
    Is there an admin panel, and what is the default password?
    Does it send SMS, and through which provider?
    Do you use Razorpay in test mode for payment?
    Is UPI integrated or only cards?
    Where do I put my google-services.json?
    It says "port 3000 already in use", how to change the port?
    Does npm install work on Node 20.11.1?
    Is it responsive on mobile, e.g. 360x640?
    I have 12 days till submission, is it enough to understand?
    Accuracy on test set: is 97.35% on the whole data?
    Can I deploy on Render or Vercel free tier?
    What is the size of the database? 1,00,000 rows?
    Is the code commented? My guide asks line by line.
    How is the plagiarism of the report checked?
    Does it have forgot password?
    Can I replace the logo and name of hospital?
    Is it MVC? Which design pattern is used in it?
    Do you have viva questions?
    Is the frontend in React or plain HTML/CSS/JS?
    Can I run it without internet?
    Which version of TensorFlow? 2.15 gives error on my system.
    requirements.txt has numpy==1.26.4, is 2.0 okay?
    Does the app work on Android 14 (API 34)?
    My jdk is 17.0.9, spring boot 3.2.1, will it run?
    In app.py line 45 what does @app.route do?
    How to import db.sql in phpMyAdmin?
    Why is config.php asking for DB_HOST?
    Is settings.py DEBUG=True by default?
    Does manage.py migrate create all tables?
    Is there Dockerfile or docker-compose.yml?
    Can I use it for M.Tech or only B.E.?
    I am in 7th sem, VTU 2021 scheme, is it suitable for 21CS81?
    Is it fine for SPPU syllabus?
    Please tell total tables in DB.
    Sir does it have face recognition in low light?
    Is the face data stored as .npy or .pkl?
    What is the F1-score, and the confusion matrix?
    Does it use Haar cascade or MTCNN?
    Is yolov8n.pt included?
    I want to show live demo in lab, what hardware for IoT? ESP32 or NodeMCU?
    Is circuit diagram given? Which pin is DHT11 connected to?
    Does the Arduino .ino file compile with IDE 2.3?
    What baud rate, 9600 or 115200?
    Which blockchain network - Ganache or Sepolia?
    Do I need MetaMask? Solidity ^0.8.20?
    Does it work on Mac M1?
    Can I increase the number of users from 50 to 500?
    Is there unit testing with JUnit?
    Any test cases in the report? Chapter 5?
    Do you have the synopsis?
    What about future scope chapter?
    How do I create super user?
    Does the chat use Socket.IO or long polling?
    Is Firebase free plan enough?
    Is it possible to get Kannada language in UI?
    kya ye project windows 11 pe chalega?
    bhai iska report milega kya saath me?
    isme login page hai kya
    Mujhe MCA final year ke liye chahiye, theek rahega?
    Sir, Tamil la explanation irukka?
    यह प्रोजेक्ट बी.टेक के लिए ठीक है?
    क्या रिपोर्ट हिंदी में है?
    Does it read csv or xlsx?
    How are the images stored - in DB or in /static/uploads?
    Is there a REST API, with Swagger at /docs?
    Does it have dark mode? :)
    Is it .NET 8 or .NET Framework 4.8?
    Which IDE: VS Code, PyCharm or Eclipse?
    What does util.py do? And helper.js?
    In index.html the link to style.css is broken?
    Do I call model.predict() or model.evaluate() for demo?
    Can I call it "Smart Attendance" in my report?
    Can I give this in group of 4?
    What is difference with your other project on blood bank?
    Price 499 or 999, is report included in 499?
    Does it work in 2026 with new Chrome 130?
    Is it tested on Ubuntu 22.04.3 LTS?
    Does localhost:8080/swagger-ui.html open?
    My teacher said "no ready templates", is UI custom?
    Do I need GPU? I have GTX 1650 4GB
    How long is training on CPU, 30 min or 3 hr?
    Why 5-fold cross validation and not 10?
    Does the barcode scanner use ZXing?
    What if the number of rows is more than 65,536 in Excel?
    Are node_modules included in zip?`,
  reviews: `
    Worked on first try. Report is neat.
    Very good project, got 9.5/10 in viva.
    Setup took 20 minutes, README is clear.
    Good but had to downgrade numpy to 1.24.
    Not worth 999. Only 6 tables.
    Code is clean.Comments are there.Report is ok.
    Nice work bro
    Everything as described, my guide liked it
    ER diagram missing but rest fine
    Ran on Windows 11 with Python 3.10.11
    Awesome, thank you so much!!!
    Login did not work until I changed DB password in .env
    Owner answered in one hour.
    10/10
    Best project for final year. Totally recommend
    UI is old style bootstrap 3.3.7
    It is ok ok. Could be better.
    Accha project hai, report bhi mast hai
    Backend good , frontend avg
    Five stars for the documentation, 84 pages
    The model gives 92.4% as told
    Needs Java 17, I had 8, so took time.
    npm audit shows 12 warnings but works
    I could run it in college lab without net.
    Works. in lab also tested.
    Good.it works fine.
    Liked the dashboard and charts
    PPT not included :(
    Refund asked but then it worked, my mistake in config.js
    Got A+ grade. Thanks a lot
    Vivek sir liked it
    Only thing is no search option in admin
    Took me 2-3 days to understand but worth it
    Great value at 499/-
    Bugs in cart page, else good
    Project submitted on 12.03.2026, all fine
    5 star
    I had error in php 8.2, works in 7.4.33
    Easy to explain, MVC pattern
    Used in our NAAC demo
    Excel export is very useful
    Does what it says. No more, no less.
    Report chapter 3 has spelling mistakes
    Excellent support & clean code
    Waste of money
    Value for money project
    Superb!!
    Project is good but the video is not there
    Screenshot and real UI same
    Simple and to the point`,
  tags: `
    Machine Learning|Deep Learning|OpenCV|hospital-management|e-commerce|IoT|Arduino UNO|ESP32|Node.js|Express.js
    Next.js|Vue.js|React Native|ASP.NET Core|.NET 8|C#|C++|Three.js|D3.js|Chart.js|Socket.io|scikit-learn
    TensorFlow 2|PyTorch|Spring Boot 3|MySQL 8.0|final year|B.Tech|MCA|BCA|8086|blockchain|web3.js|Tailwind CSS
    Bootstrap 5|PHP 8|Django 5.0|FastAPI|NLP|YOLOv8`,
  colleges: `
    IIT Madras|VIT-AP University|G.H. Raisoni College of Engg.|St. Joseph's College, Trichy|P.E.S. University
    R.V.C.E. Bengaluru|Govt. Engg. College, Thrissur|D.Y.Patil Institute|K.L.E. Tech|JNTU-H|Amity University, Noida
    S.R.M. IST|BMSCE|COEP Tech|A.P.S. College|N.I.T. Trichy|Dr. B.R. Ambedkar NIT|MIT-WPU, Pune 411038
    Chandigarh Univ.|Anna University (CEG)`,
  names: `
    Ananya Iyer|Mohammed Faizan|S. Karthik|K.R. Narayanan|Dr. Meena Joshi|Prof. Anil Kumar|Adhiraj Singh
    Harpreet Kaur|D'Souza Maria|Vishnu Priya T|Offi Das|Rajesh Kumar 2|R. K. Laxman|Lakshmi N.S|Sai Teja Reddy
    Stafiya Khan|Admira Begum|Modi Ramesh|Teamul Islam|Aadmin Sheikh|Helpy Roy|Sharma Customer|Ready Maiden
    Trust Okafor|शीतल पाटिल|Om Prakash Team|Security Nair|Siteshwar Rao`,
}

test('of more than 200 honest questions, reviews, tags, colleges and names two at most wait or are refused', () => {
  const texts = Object.entries(honest).flatMap(([kind, lines]) =>
    lines
      .trim()
      .split(/\||\n\s*/)
      .map((text) => ({ kind, text })),
  )
  expect(texts.length).toBeGreaterThan(200)
  const refused = texts.filter(
    ({ kind, text }) => hasContactDetails(text) || (kind === 'names' && passesForShop(text, 'Readymade')),
  )
  expect(refused.length, JSON.stringify(refused)).toBeLessThanOrEqual(2)
})
