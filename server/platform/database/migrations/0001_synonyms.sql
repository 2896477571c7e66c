-- What students say, in English, Hindi and both; '~' begins a set of words that are only near.
with lines as materialized (
  select gen_random_uuid() as id, line like '~%' as is_near, string_to_array(ltrim(line, '~ '), ', ') as words
  from unnest(string_to_array(trim(both e'\n' from $seed$
attendance, roll call, rollcall, presence register, hajiri, haziri, hazri, upasthiti, muster, punch in, clock in, उपस्थिति, हाजिरी
student, vidyarthi, pupil, learner, chhatra, छात्र, विद्यार्थी
teacher, faculty, lecturer, professor, shikshak, adhyapak, sir madam, शिक्षक
employee, staff, karmchari, worker, personnel, कर्मचारी
parent, guardian, mata pita, abhibhavak
school, vidyalaya, pathshala, स्कूल, विद्यालय
college, university, campus, institute, mahavidyalaya, कॉलेज
coaching, tuition, tution, coaching class, coaching centre, institute management
library, pustakalaya, book issue, lms library, पुस्तकालय, लाइब्रेरी
book, kitab, pustak, kitaab, किताब, पुस्तक
ebook, e-book, digital book, digital library, elibrary
hostel, dormitory, dorm, pg accommodation, boarding, chhatravas, hostal, हॉस्टल, छात्रावास
mess, canteen, cafeteria, tiffin, khana, कैंटीन
exam, examination, test, assessment, pariksha, imtihan, paper test, परीक्षा
quiz, mcq, trivia, prashnottari, kbc, quizz
question paper, paper setter, question bank, paper generator, prashn patra
result, marks, grade, marksheet, mark sheet, report card, score card, parinam, natija, परिणाम
cgpa, gpa, sgpa, percentage calculator, grade calculator
timetable, time table, schedule generator, class schedule, samay sarini, lecture schedule
fee, fees, fee payment, shulk, school fees, फीस
admission, enrolment, enrollment, college admission, pravesh, dakhila, प्रवेश
course registration, elective, subject registration
alumni, ex student, old students, passout
feedback, review form, survey, rating form
assignment, homework, home work, submission, grihkarya
plagiarism, copy check, copied text, duplicate text, plagiarism checker, nakal
certificate, sertificate, praman patra, certificate maker, प्रमाण पत्र
notice board, notice, announcement, suchna, circular, सूचना
placement, campus recruitment, tpo, training and placement, campus drive, campus placement
job portal, job board, naukri, naukari, rojgar, rozgar, job site, recruitment, hiring, employment, vacancy, नौकरी, रोजगार
internship, intern, trainee
resume, cv, biodata, bio data, curriculum vitae, resume maker, resume builder
resume screening, cv screening, resume parser, ats, shortlisting
interview, mock interview, sakshatkar
erp, enterprise resource planning, college erp, school erp
elearning, e-learning, online learning, online course, online class, lms, learning management, mooc, udemy, coursera, byjus, online education, padhai
virtual lab, simulation lab, physics lab
event management, event registration, college fest, techfest, function booking, event booking
complaint, grievance, shikayat, complaint box, शिकायत
lost and found, lost item, khoya paya
bus tracking, school bus, college bus, bus location
hospital, hms, aspatal, aspataal, nursing home, clinic management, अस्पताल, हॉस्पिटल
doctor, physician, daktar, vaidya, chikitsak, डॉक्टर
doctor appointment, appointment booking, opd booking, doctor booking, practo, clinic appointment
patient, mareez, rogi, मरीज
patient record, medical record, emr, ehr, health record
medicine, pill, tablet medicine, drug, dawai, dava, dawa, medication, दवाई, दवा
medical store, pharmacy, chemist, drug store, dawai ki dukan, medical shop
blood donation, blood bank, blood donor, rakt daan, raktdaan, khoon daan, rakt, blood donate, रक्तदान
blood, khoon, khun, खून, रक्त
ambulance, emergency vehicle, 108
telemedicine, video consultation, online doctor, teleconsultation, doctor video call
vaccination, vaccine, tika, teeka, immunization, cowin, covid vaccine, टीका
disease, illness, bimari, beemari, rog, sickness, बीमारी, रोग
symptom, lakshan, symptom checker
heart, dil, cardiac, heart attack, हृदय
diabetes, sugar disease, madhumeh, diabetic, मधुमेह
brain, dimag, neuro
tumor, tumour, cancer, ganth
pneumonia, lung infection, chest xray, lung disease
skin disease, dermatology, charm rog, twacha
eye disease, retina, retinopathy, cataract
health, swasthya, sehat, wellness, स्वास्थ्य
mental health, depression, stress, counselling, mental wellness, anxiety
gym, fitness, vyayam, workout, health club, fitness centre, जिम
yoga, yog, asana, योग
diet, nutrition, meal plan, food plan, aahar, calorie, bhojan plan
medicine reminder, pill reminder, dose reminder, medicine alarm
deaf, hearing impaired, cannot hear, mute, bahra, deaf dumb
sign language, hand sign, deaf language, isl, sanket bhasha
blind, visually impaired, visual impairment, cannot see, andha
elderly, old people, senior citizen, old age, buzurg, grandparents, बुजुर्ग
ecommerce, e-commerce, e commerce, online shopping, shopping, online shop, online store, web store, webshop, shopping cart, amazon, flipkart, myntra, meesho, kharidari, khareedari, ऑनलाइन शॉपिंग
shop, dukan, dukaan, store, दुकान
grocery, kirana, ration, general store, sabzi, vegetable shop, bigbasket, blinkit, किराना
supermarket, super market, mart, departmental store, hypermarket
multi vendor, multivendor, marketplace, many sellers, vendor marketplace
second hand, secondhand, used goods, used items, old items, olx, resale, purana saman, pre-owned
auction, bidding, bid, nilami, neelami, नीलामी
jewellery, jewelry, gold shop, sonar, gehne, jeweller
clothes, fashion, garment, apparel, kapde, boutique, कपड़े
tailor, darzi, darji, stitching, दर्जी
furniture, home decor, interior
pet, pet shop, animal shop, paltu
flower, florist, phool
mobile shop, mobile store, phone shop, electronics shop
billing, bill, invoice, bill generator, invoicing, rasid, raseed, receipt, bill book, challan, बिल
gst, gst billing, tax invoice, gst invoice
pos, point of sale, cash counter, billing counter, billing machine
inventory, stock management, stock, warehouse, godown, godam, stock register, गोदाम
expense tracker, expense, spending, kharcha, kharch, money manager, daily expense, budget, expenses, personal finance, खर्चा
split bill, splitwise, share expenses, group expense, bill splitter
ledger, khata, udhaar, udhar, bahi khata, khatabook, credit book, hisab, hisaab, hisab kitab, खाता, हिसाब
milk, dairy, doodh, dudh, milk collection, दूध
salary, payroll, vetan, tankhwah, tankha, pay slip, payslip, salary slip, वेतन
leave management, chutti, leave application, chhutti
human resource, hr, hrms, hr management, employee management
crm, customer relationship, lead management, customer management
customer, grahak, client, ग्राहक
bank, banking, bank management, बैंक
atm, cash machine, cash withdrawal
loan, karz, rin, emi, lending, ऋण
insurance, bima, beema, policy management, बीमा
stock market, share market, share bazaar, stock price, nse, bse, shares, trading, शेयर बाजार
cryptocurrency, crypto, bitcoin price
wallet, upi, paytm, phonepe, gpay, digital payment, payment app
donation, charity, daan, ngo, fund raising, fundraising, crowdfunding, दान
electricity bill, bijli bill, bijli ka bill, light bill, power bill, electric bill
electricity, bijli, electric, power supply, बिजली
water, pani, paani, jal, पानी
society management, housing society, apartment management, flat society, residential society, gated community, society
real estate, property, property dealer, makaan, ghar, zameen, plot, magicbricks, 99acres, संपत्ति
house, home, flat, apartment, makan, घर
house rent, room rent, rental, kiraya, rent a room, kiraye, paying guest, किराया
house price, home price, flat price, property price, property value, house rate
food ordering, food delivery, order food, swiggy, zomato, ubereats, uber eats, khana order, food order, खाना
restaurant, hotel food, dhaba, bhojnalaya, eatery, cafe, रेस्टोरेंट
table booking, table reservation, restaurant reservation
recipe, cooking, khana banana, vyanjan
food waste, leftover food, excess food, bacha khana, annadaan, food wastage
hotel booking, room booking, hotel reservation, oyo, hotel management, lodge, होटल
train, railway, rail, irctc, train ticket, railway reservation, train booking, रेल, रेलवे
bus booking, bus ticket, bus reservation, redbus, bus seat, बस
flight booking, airline, air ticket, airport, aeroplane ticket, hawai jahaz, flight
cab, taxi, ola, uber, cab booking, ride booking, taxi booking, टैक्सी
carpool, ride sharing, car sharing, bike pool, blablacar, lift
car rental, rent a car, vehicle rental, bike rental, gaadi kiraye, zoomcar
vehicle, gaadi, gadi, automobile, वाहन, गाड़ी
parking, parking slot, parking space, car parking, पार्किंग
service centre, garage, vehicle service, car service, workshop, mechanic
tourism, travel, tour, trip, yatra, holiday package, makemytrip, trip planner, yatri, यात्रा
map, location, gps, navigation, nearby
courier, parcel, logistics, shipment, delivery tracking, consignment
movie ticket, cinema booking, bookmyshow, movie booking, film ticket, show booking, seat booking
salon, beauty parlour, beauty parlor, parlour, spa, barber, nai, ब्यूटी पार्लर
home services, urban company, urbanclap, plumber, electrician, maid, service booking
wedding, marriage, shaadi, shadi, vivah, wedding planner, विवाह, शादी
matrimony, matrimonial, rishta, marriage bureau, shaadi site
ticket booking, reservation, advance booking, ticket reservation
passport, visa, passport automation
toll, toll plaza, fastag, toll tax
petrol pump, fuel station, gas station, petrol
voting, election, vote, e-voting, ballot, evm, matdan, chunav, online voting, poll, मतदान, चुनाव
crime, fir, police, apradh, criminal record, thana, crime report, पुलिस
women safety, sos, mahila suraksha, women security, girl safety, panic button
missing person, lost person, gumshuda, missing child
farmer, kisan, kisaan, krishak, किसान
agriculture, farming, kheti, krishi, farm, agri, खेती, कृषि
crop, fasal, fasl, फसल
plant disease, leaf disease, patte ki bimari, fasal ki bimari, crop disease, plant leaf
leaf, patta, patte, patti, plant leaf
soil, mitti, soil testing
irrigation, sinchai, drip, watering plants, plant watering, सिंचाई
weather, mausam, climate, barish, rain forecast, temperature forecast, मौसम
air pollution, air quality, aqi, pradushan, pollution, प्रदूषण
waste management, garbage, kachra, trash, swachh, recycling, कचरा
traffic, yatayat, signal, road traffic, traffic light
accident, durghatna, crash
fire, aag, smoke, fire alarm, आग
earthquake, flood, disaster, aapda
visitor management, gate pass, gatekeeper, visitor entry, gate entry, watchman
legal, lawyer, advocate, court, vakil, vakeel, law, वकील
news, samachar, khabar, akhbar, newspaper, headlines, inshorts, समाचार
temple, mandir, puja, pooja
religious, spiritual, bhajan, dharmik
government scheme, sarkari yojana, yojana, e-governance, egovernance, सरकारी
chat application, chat, messaging, messenger, whatsapp, instant messaging, baat cheet, telegram, chatting, चैट
video call, video conference, video meeting, zoom, google meet, webrtc
social media, social network, facebook, instagram, insta, twitter, sharing photos, linkedin
dating, tinder, match making
blog, blogging, article site, medium clone, cms, content management
forum, discussion, question answer, stackoverflow, quora
music, song, gana, gaana, spotify, mp3 player, audio player, sangeet, गाना, संगीत
video streaming, ott, netflix, hotstar, youtube clone, movie streaming
movie, film, cinema, picture, chalchitra, फिल्म
movie recommendation, film suggestion, movie suggestion, movie recommender, film recommendation
recommendation, recommender, suggestion, recommend, sujhav
photo, image, picture, tasveer, pic, foto, फोटो
photo gallery, image gallery, album, pinterest
photo editor, image editor, image editing, filter app, photo editing
wallpaper, background remover
portfolio, personal website, portfolio website, personal site
landing page, company website, business website, static website
url shortener, short link, link shortener, bitly, tiny url, tinyurl, shorten link
qr code, qr, qrcode, barcode, scan code, qr scanner
notes, note taking, notepad, keep, evernote, diary
todo, to do list, to-do, todo list, task list, task manager, task management, kaam ki list, trello, kanban
project management tool, jira, team task, kanban board
calendar, reminder, alarm
calculator, ganak, calc
text editor, code editor, ide, compiler, online compiler, notepad editor
pdf, pdf tools, pdf converter, pdf merge, ilovepdf
file sharing, file transfer, drive clone, google drive, dropbox, cloud storage, share files
password manager, password vault, password generator, password safe, lastpass
typing test, typing speed, typing tutor
translation, translator, anuvad, language translation, bhasha, अनुवाद
dictionary, shabdkosh, vocabulary, word meaning
helpdesk, help desk, support ticket, ticketing, customer support, zendesk
game, games, khel, gaming, video game, खेल
tic tac toe, tictactoe, zero kata, noughts and crosses, x and o, zero kaata
snake game, snake, saanp, saap wala game, nokia snake
chess, shatranj, शतरंज
ludo, board game, sap seedhi, snake and ladder
sudoku, number puzzle
hangman, guess the word, word game, word guessing
car racing, racing game, car game, gaadi wala game, race game
shooting game, shooter, fps, gun game, pubg, bandook
flappy bird, bird game
endless runner, temple run, subway surfer, running game
platformer, mario, super mario
space invaders, space shooter, spaceship game
tetris, block game
rock paper scissors, stone paper scissors
2048, tile game, puzzle game
cricket, ipl, क्रिकेट
memory game, card game, matching game
pong, ping pong, arkanoid, brick breaker
ai/ml, ai, ml, artificial intelligence, machine learning, ai ml, aiml, मशीन लर्निंग
deep learning, neural network, dl, cnn, ann
cnn, convolutional neural network, convolution network
rnn, lstm, recurrent neural network
nlp, natural language processing, text mining, text analysis
computer vision, image processing, cv2, opencv, image recognition, digital image processing, dip
data science, data analysis, data analytics, data mining, eda, data visualization, data visualisation
big data, hadoop, spark
llm, genai, generative ai, gen ai, chatgpt, gpt, large language model, openai, gemini
rag, chat with pdf, retrieval augmented generation, document chatbot
chatbot, chat bot, bot, conversational ai, enquiry bot
voice assistant, virtual assistant, jarvis, alexa, siri, ai assistant
prediction, predict, predictor, forecast, forecasting, bhavishyavani, estimation, estimate, estimator
detection, detect, detector, recognition, recognize, identification, identify, recognise, pehchan
classification, classifier, classify, categorise
face recognition, face detection, facial recognition, face identification, chehra, chehre ki pehchan, face unlock
emotion detection, mood detection, facial expression, emotion recognition, mood
object detection, yolo, object recognition
number plate, anpr, license plate, licence plate, vehicle plate, gaadi number, lpr
helmet detection, without helmet, traffic violation, challan system
drowsiness, drowsy, sleepy, sleep detection, neend, driver fatigue, sleeping driver, neend aana
face mask, mask detection, covid mask
gesture, hand gesture, hand tracking, hand movement
virtual mouse, air mouse, mouse with hand, finger mouse
pose estimation, body pose, posture
handwriting, handwritten, digit recognition, mnist, likhawat, hand written text
ocr, text from image, image to text, optical character recognition, scan text
captcha, recaptcha
image captioning, image caption, describe photo, caption generator
text to speech, tts, read aloud, speech synthesis, text to voice
speech recognition, speech to text, voice recognition, awaaz, voice typing
summarizer, summarization, summariser, summary, text summary, saransh, shorten article
sentiment analysis, opinion mining, sentiment, review analysis, emotion of text, positive negative, tweet analysis
fake news, false news, misinformation, jhooti khabar, rumour, hoax
spam, spam detection, junk mail, spam filter, unwanted mail, spam message
phishing, fake website, fraud website, malicious url, fake link
fraud detection, fraud, dhokha, scam, credit card fraud, dhokadhadi
deepfake, fake video, morphed video
stock prediction, share prediction, stock price prediction, share price
price prediction, rate prediction, cost prediction, value estimation
customer segmentation, clustering, kmeans, k-means, customer groups
churn, customer leaving, churn prediction
crop recommendation, which crop, crop suggestion, kaun si fasal
student performance, marks prediction, performance prediction
traffic sign, road sign, sign board
cctv, surveillance, security camera, video surveillance, nigrani
proctoring, online proctoring, cheating detection, exam monitoring, exam cheating, nakal pakadna
reinforcement learning, rl, q learning, dqn
self driving, autonomous car, autonomous vehicle, driverless
genetic algorithm, evolutionary algorithm
linear regression, regression
cyber security, cybersecurity, security tools, information security, network security, ethical hacking, hacking
encryption, cryptography, encrypt, aes, decrypt, crypto algorithm, lock file, gupt
steganography, hide message, data hiding, secret message, hidden text in image, hide data
intrusion detection, ids, attack detection, network attack, ddos
malware, virus detection, antivirus, spyware, trojan, ransomware
keylogger, key logger, keystroke
port scanner, nmap, network scanner
packet sniffer, wireshark, packet capture, network monitor
vulnerability scanner, vapt, penetration testing, owasp, web scanner, pentest, security testing
graphical password, image password, picture password
authentication, login system, login, otp, two factor, 2fa, sign in
biometric, fingerprint, thumb impression, finger print, angutha
blockchain, block chain, ethereum, web3, smart contract, solidity, dapp
certificate verification, degree verification, fake certificate
cloud computing, cloud, aws, azure, gcp
iot, internet of things, arduino, esp32, nodemcu, embedded, sensor, raspberry pi, esp8266
home automation, smart home, ghar automation
rfid, nfc, smart card
microcontroller, 8051, embedded system
web development, website, web app, web application, web project, site, portal, webpage
mobile development, mobile app, mobile application, smartphone app, phone app
android, android app, apk, android studio, एंड्रॉयड
ios, iphone, swift app
desktop app, desktop application, windows application, standalone application, offline software, pc software, windows app, desktop software
game development, game project, unity game
saas, software as a service, subscription software, multi tenant
database, dbms, rdbms, database management, sql project, database design, er diagram, डेटाबेस
browser extension, chrome extension, plugin
api, rest api, backend, web service, restful
frontend, front end, html css, ui project
full stack, fullstack, mern, mean
microservices, micro services, distributed
console application, command line, terminal, cli
augmented reality, ar, ar app
virtual reality, vr, metaverse
operating system, os project, cpu scheduling
networking, computer network, cn project, socket programming
data structure, dsa, ds project, algorithm visualizer
compiler design, lexical analyzer, parser
computer graphics, cg project, opengl
software engineering, se project, srs, uml
c++, cpp, c plus plus, c plusplus, cplus
c#, csharp, c sharp, c-sharp, c hash
f#, fsharp, f sharp
.net, dotnet, dot net, net framework, .net core, dot net core
asp.net, aspnet, asp dot net, asp net, asp.net core, asp.net mvc
vb.net, vb, visual basic, vbnet, vb dot net
c language, c programming, turbo c, gcc
node.js, nodejs, node js, node
react, reactjs, react.js, react js
react native, reactnative, react-native
next.js, nextjs, next js
vue.js, vue, vuejs, vue js
angular, angularjs, angular.js, angular js
express, expressjs, express.js
javascript, js, java script, ecmascript, vanilla js
typescript, ts, type script
python, py, phyton, paithan, पायथन
java, core java, जावा
jsp, servlet, jsp servlet, java server pages, j2ee, java ee
spring boot, springboot, spring, spring mvc
hibernate, jpa
swing, java swing, awt, java gui
javafx, java fx
php, core php, php project
laravel, laravel php
codeigniter, ci framework, code igniter
wordpress, wp, wp plugin, wordpress theme
django, jango, python django
flask, python flask
fastapi, fast api
tkinter, tk, python gui, customtkinter
pyqt, pyqt5, qt
streamlit, gradio
flutter, dart, fluttr
kotlin, jetpack compose
mern, mern stack, mongodb express react node
mean stack, mongodb express angular node
lamp, xampp, wamp, php mysql
mongodb, mongo, nosql, mongo db
mysql, my sql, sql database, mariadb
postgresql, postgres, pgsql
sql server, mssql, ms sql, microsoft sql server
oracle, pl/sql, plsql, oracle database
sqlite, sqlite3
ms access, microsoft access, access database
firebase, firestore, fire base
supabase, baas
tensorflow, tensor flow, keras, tf
pytorch, torch
scikit-learn, sklearn, scikit learn, scikit
pandas, numpy, data frame
opencv, cv2, open cv
html, html5, html css
css, css3, stylesheet
bootstrap, bootstrap5, boot strap
tailwind, tailwindcss, tailwind css
jquery, jquery ajax
unity, unity3d, unity 3d
unreal, unreal engine
pygame, python game
three.js, threejs, webgl
power bi, powerbi, tableau, dashboard report
excel, spreadsheet, ms excel, xlsx
docker, container, kubernetes
matlab, simulink
r programming, r language, rstudio
golang, go language
rust, rust lang
ruby on rails, rails, ruby
electron, electron.js
websocket, socket.io, socketio, realtime, real time, live update
razorpay, payment gateway, stripe, online payment
selenium, automation testing, web scraping, scraping, scraper, beautifulsoup
~ wake, alarm, alert, buzzer, beep, warning, warn
~ guess, predict, prediction, estimate, forecast, tell in advance
~ value, price, cost, rate, worth, how much
~ join, merge, combine, unite, attach
~ split, divide, cut, separate
~ document, pdf, file, paper
~ find, search, locate, finder, look for, locator, dhoondo, khojo
~ track, tracking, monitor, monitoring, watch, follow, trace
~ talk, chat, conversation, speak, voice, communication
~ listen, hear, audio, sound, speech
~ see, look, vision, camera, view
~ buy, purchase, shopping, order, kharidna, khareed
~ sell, selling, marketplace, shop, bechna, sale
~ money, payment, cash, finance, paisa, paise, rupee, पैसा
~ earn, income, salary
~ save, saving, budget
~ send, share, transfer, deliver, delivery
~ hide, hidden, secret, conceal, steganography
~ protect, security, secure, safety, suraksha, safe
~ lock, encrypt, password, protect
~ steal, theft, thief, chor, chori, fraud
~ cheat, cheating, proctored, copying, nakal
~ teach, learn, learning, education, study, padhai, sikhna, seekhna
~ kid, child, children, bachcha, bacche, baby, kids, बच्चे
~ friend, group, social, dost
~ house, flat, home, room, real estate, property
~ sick, ill, disease, patient, health, bimar
~ doctor, clinic, hospital, health
~ cure, remedy, treatment, ilaj, ilaaj
~ picture, image, photo, camera
~ drive, driver, driving, car, vehicle
~ walk, run, steps, fitness
~ eat, food, meal, diet, khana
~ cook, recipe, kitchen
~ hungry, food, leftover, donation
~ trip, travel, tour, holiday, journey
~ ticket, booking, reservation, seat
~ book, booking, reserve, appointment, slot
~ hire, rent, rental, kiraye
~ queue, token, waiting, line
~ remind, reminder, notification, alarm, forget
~ write, writing, writer, content, generate
~ read, reading, reader, ebook
~ check, checker, verify, verification, validate, detect, jaanch, jaanchna
~ real, genuine, authentic, verify, original
~ fake, false, forged, duplicate, fraud, counterfeit
~ count, counter, counting, calculate, calculator
~ marks, result, score, grade, performance
~ fail, pass, performance, result
~ pick, choose, select, recommendation, suggest
~ like, taste, recommendation, similar
~ watch, movie, video, streaming
~ play, game, player, multiplayer
~ vote, election, voting, ballot
~ rain, weather, forecast, climate
~ plant, crop, leaf, agriculture, garden
~ field, farm, agriculture, irrigation
~ dirty, clean, garbage, waste, pollution
~ boss, manager, employee, office, hr
~ office, employee, company, corporate
~ worker, employee, labour, staff, mazdoor
~ shopkeeper, shop, billing, kirana, dukandar
~ customer, client, crm
~ complain, complaint, grievance, problem, issue, samasya
~ help, support, assistant, helpdesk, emergency, madad
~ danger, emergency, sos, safety, khatra
~ girl, women, lady, mahila, woman
~ road, traffic, vehicle, helmet
~ thing, item, product, goods, saman
~ empty, available, vacancy, slot
~ late, delay, reminder
~ number, digit, count
~ hand, gesture, finger
~ finger, fingerprint, biometric
~ face, facial, recognition, selfie
~ eye, vision, drowsiness, gaze
~ voice, speech, assistant, audio
~ language, translation, translator, hindi
~ computer, desktop, pc, windows
~ phone, mobile, android, call
~ internet, online, web, network
~ link, url, website, link shortener
~ mail, email, gmail, inbox
~ message, sms, chat, messaging
~ map, location, gps
~ story, blog, article, writing
~ article, news, blog, text
~ opinion, review, sentiment, feedback
~ mood, emotion, sentiment, mental
~ sad, depression, mental, emotion
~ light, home automation, electricity, switch
~ machine, iot, hardware, device
~ number plate, vehicle, traffic
~ loan, bank, credit, emi
~ invest, investment, stock, portfolio, mutual fund, nivesh
~ market, stock, share, marketplace
~ future, forecast, prediction
~ old, used, second hand, elderly
~ cheap, price comparison, discount, offer
~ compare, comparison, price comparison
~ marry, wedding, matrimony, marriage
~ party, event, celebration
~ godown, inventory, warehouse
~ goods, product, stock, inventory
~ meeting, video call, conference, appointment
~ dangerous, attack, security, intrusion
~ hacker, hacking, security, attack, vulnerability
~ weak, vulnerability, scanner
~ exam, test, quiz, question
~ lecture, class, timetable, course
~ bunk, attendance, proxy
~ absent, attendance, leave
~ guard, gate, visitor, security
~ animal, pet, wildlife, veterinary
~ sport, cricket, game, tournament, khel
~ song, music, player, playlist
~ draw, drawing, paint, whiteboard, sketch
~ shape, drawing, graphics
~ clothes, fashion, try on, trial room
~ charge, battery, electric vehicle, ev
~ bike, vehicle, rental, two wheeler
~ deliver, delivery, courier, logistics
~ gift, shop, e-commerce
~ poor, ngo, donation, charity, gareeb
~ volunteer, ngo, donation
~ anonymous, complaint, feedback
~ graph, chart, dashboard, visualization
~ report, dashboard, analytics
~ automatic, automation, auto, bot
~ tell, inform, notify, alert, notification
~ know, find out, detect, prediction, check
~ understand, recognition, nlp, learning
~ decide, decision, recommendation, prediction
~ recognise, recognition, detect, identify, classification
~ describe, caption, description, summary
~ explain, teach, tutorial, learning
~ shorten, short, summary, summarizer, compress, shortener
~ make smaller, compress, reduce, shrink
~ turn into, convert, converter, conversion, change
~ convert, converter, conversion, transform, translate
~ fill, form, registration
~ sign up, register, registration, enrol, admission
~ give, donate, donation, distribute
~ collect, collection, gather
~ lend, borrow, issue, loan, library
~ borrow, lend, issue, return, library
~ return, refund, issue
~ owe, udhaar, ledger, khata, split, debt, loan
~ pay, payment, bill, fee, razorpay, upi
~ spend, expense, budget, money
~ wallet, money, expense, payment
~ pocket money, expense, budget
~ bill, invoice, receipt, billing, gst
~ tax, gst, invoice, billing
~ account, ledger, bank, accounting
~ accounting, ledger, tally, billing, invoice, accounts
~ profit, sales, report, analytics
~ sales, billing, pos, crm, retail
~ manage, management, admin, track
~ organise, organize, manage, planner, schedule
~ plan, planner, planning, schedule, itinerary
~ schedule, timetable, calendar, planner, slot
~ arrange, schedule, allotment, timetable, allocation
~ allot, allotment, allocation, assign, seating
~ seat, seating, booking, reservation, theatre
~ theatre, cinema, movie ticket, film, hall
~ tonight, movie, suggestion
~ winner, win, prediction, probability, score
~ team, cricket, ipl, player, tournament, group
~ match, cricket, score, ipl, matching
~ leader, election, president, council, voting
~ choose a leader, election, voting, council
~ president, election, student council
~ grow, crop, farming, plant, agriculture, garden
~ soil, crop, agriculture, farmer, fertilizer
~ seed, crop, agriculture, farmer
~ mandi, farmer, market, crop, vegetables
~ vegetable, grocery, farmer, sabzi, mandi
~ fruit, grocery, vegetables, classification
~ cow, dairy, milk, cattle, livestock
~ wet, moisture, irrigation, rain
~ hot, temperature, heat, weather, sensor
~ cold, temperature, weather
~ breathe, air quality, pollution, lung, pneumonia
~ smoke, fire, pollution, detection
~ smog, air quality, pollution, aqi
~ burn, fire, smoke
~ tired, drowsiness, fatigue, sleep
~ asleep, drowsiness, sleep, drowsy, fatigue
~ sleep, drowsiness, rest, fatigue
~ drunk, driver, alcohol, safety
~ speed, vehicle, racing, traffic, typing
~ rider, bike, helmet, two wheeler
~ headgear, helmet
~ motorbike, bike, helmet, two wheeler, scooter, motorcycle
~ plate, number plate, vehicle
~ gate, visitor, entry, security, campus
~ guest, visitor, hotel, gate
~ stay, hotel, hostel, room, pg, accommodation
~ room, hostel, hotel, rent, room allotment
~ tenant, rent, rental, flat, owner
~ landlord, rent, property, tenant
~ neighbour, society, housing, community
~ maintenance, society, service, complaint
~ repair, service, garage, mechanic
~ mechanic, garage, vehicle service, repair
~ washing, laundry, dry clean
~ laundry, dhobi, dry cleaning, washing
~ haircut, salon, barber, beauty
~ makeup, salon, beauty
~ hair, salon, beauty, barber
~ skin, dermatology, skin disease, acne
~ scan, mri, x-ray, qr, ocr, scanner
~ x-ray, chest, pneumonia, medical imaging
~ xray, x-ray, chest, pneumonia, medical imaging
~ lung, chest, pneumonia, x-ray
~ cough, pneumonia, covid, chest
~ sugar, diabetes, glucose
~ glucose, diabetes, sugar
~ blood pressure, heart, health monitoring
~ heartbeat, heart, pulse, health monitoring
~ pulse, heart, health monitoring, sensor
~ fever, symptoms, disease, patient
~ symptom, disease, diagnosis, doctor
~ diagnosis, disease, prediction, symptoms, medical
~ weight, bmi, diet, fitness, gym
~ fat, diet, fitness, gym, calorie
~ healthy, diet, health, fitness, nutrition
~ exercise, yoga, gym, fitness, workout, pose
~ body, pose, fitness, yoga, health
~ therapist, mental health, counselling, wellness
~ lonely, mental health, chat, wellness
~ feelings, emotion, sentiment, mood, mental
~ happy, emotion, mood, sentiment
~ angry, sentiment, emotion, review
~ stress, mental health, wellness
~ injured, emergency, ambulance, accident
~ accident, emergency, ambulance, safety
~ urgent, emergency, sos, ambulance
~ danger button, sos, panic, emergency
~ attack, intrusion, security, safety, ddos
~ police, crime, fir, complaint
~ criminal, crime, police, face recognition
~ jail, prison, crime, police
~ lost, missing, found
~ kidnapped, missing, person
~ camera, cctv, vision, webcam, surveillance, face
~ webcam, camera, opencv, face
~ cctv, camera, surveillance
~ selfie, face, camera, photo
~ mouth, mask, face
~ nose, mask, face
~ speak, speech, voice, text to speech
~ deaf, sign language, gesture
~ dumb, sign language, gesture, deaf
~ gesture, hand, sign language
~ wave, gesture, hand
~ mouse, virtual mouse, cursor
~ keyboard, typing, keylogger
~ type fast, typing speed, typing test
~ handwritten, handwriting, ocr, digit
~ scribble, handwriting, drawing
~ letter, alphabet, email, handwriting
~ alphabet, learning, kids, letters
~ rhyme, kids, learning
~ toddler, kids, child, learning
~ lesson, course, lecture, learning, e-learning
~ tutor, tuition, coaching, teacher
~ tuition, coaching, teacher, classes
~ video, streaming, youtube, lecture
~ youtube, video, streaming
~ channel, video, youtube, streaming
~ series, ott, streaming, movie
~ actor, movie, film
~ reader, reading, ebook, book
~ novel, book, ebook, library
~ author, book, blog, writer
~ poem, writer, text generation, blog
~ essay, assignment, writer, summary
~ copied, plagiarism, copy, duplicate
~ originality, plagiarism
~ syllabus, course, subject, exam
~ subject, course, elective, exam
~ topper, result, marks, student
~ rank, result, merit list, ranking
~ percentage, marks, cgpa, attendance, calculator
~ degree, certificate, university
~ diploma, certificate
~ proof, certificate, verification, blockchain
~ tamper, blockchain, verification, security
~ forged, fake, certificate verification, detection
~ signature, verification, digital signature
~ identity, verification, authentication, id card
~ id card, identity, student, card generator
~ card, rfid, credit card, id card
~ company, office, employee, recruiter, corporate
~ candidate, recruitment, job, resume
~ recruiter, recruitment, job portal, hr
~ apply, application, job, admission, registration
~ fresher, job, campus, internship
~ career, job, resume, placement
~ package, salary, placement
~ salary, payroll, placement, package
~ wage, salary, payroll, labour
~ holiday, leave, travel, tour
~ vacation, leave, travel, tour, trip
~ sick leave, leave management
~ shift, employee, roster, schedule
~ task, todo, task manager, kanban
~ remember, reminder, notes, todo
~ forget, reminder, alarm, lost
~ sticky notes, notes, keep
~ jot, notes, diary
~ diary, notes, journal
~ secret, steganography, encryption, password
~ hide, steganography, encryption
~ invisible, steganography, hidden
~ private, privacy, encryption, secure
~ key, encryption, password, cryptography
~ locker, password, file security, encryption
~ vault, password, manager
~ virus, malware, antivirus, security
~ spy, spyware, keylogger, surveillance
~ trap, honeypot, phishing
~ junk, spam, waste
~ unwanted, spam
~ inbox, email, spam
~ lie, fake news, fraud, misinformation
~ truth, fake news, verification
~ rumour, fake news, misinformation
~ whatsapp, chat, messaging
~ dm, chat, messaging
~ group, chat, social, split
~ followers, social media, instagram, twitter
~ post, social media, blog, feed
~ tweet, twitter, sentiment, social media
~ hashtag, twitter, social media
~ influencer, social media, marketing
~ campaign, marketing, crowdfunding, election
~ advertisement, marketing, ads, classified
~ brand, marketing, landing page, company
~ startup, saas, crowdfunding, landing page
~ product, item, shop, inventory
~ rack, shelf, inventory, warehouse, book
~ shelf, library, book, inventory
~ expiry, pharmacy, medicine, stock, alert
~ supplier, vendor, inventory, purchase
~ vendor, supplier, marketplace, multi vendor
~ wholesale, inventory, supplier, distributor
~ factory, manufacturing, production, machine
~ construction, building, contractor, site
~ builder, construction, real estate, resume
~ contractor, construction, tender
~ tender, bid, auction, contract
~ plot, real estate, land, property
~ land, property, real estate, agriculture
~ broker, real estate, property, agent, share
~ invest, stock, portfolio, mutual fund, trading
~ rich, investment, stock
~ gamble, prediction, game
~ coin, crypto, bitcoin, currency
~ currency, exchange rate, converter, crypto
~ atm, bank, cash
~ withdraw, bank, atm
~ deposit, bank, fd
~ approve, approval, loan, verification
~ reject, approval, loan
~ leave a company, churn, attrition, employee
~ attrition, churn, employee
~ loyal, churn, customer, segmentation
~ similar, recommendation, similarity, clustering
~ same taste, recommendation, collaborative filtering
~ playlist, music, recommendation, song
~ listen to songs, music player, song
~ dance, pose, music
~ sing, music, karaoke, song
~ paint, drawing, canvas
~ mirror, camera, face, try on
~ tailor, stitching, clothes, measurement
~ measure, measurement, sensor, monitoring
~ bulb, light, home automation, iot
~ fan, home automation, iot
~ appliance, home automation, iot, electricity
~ tank, water level, iot, sensor
~ tap, water, iot
~ robot, arduino, automation, iot
~ drone, iot, delivery, surveillance
~ satellite, remote sensing, image, gps
~ star, space, astronomy
~ planet, space, earth
~ museum, virtual tour, vr
~ tour guide, tourism, travel, guide
~ guide, tourism, assistant, tutorial
~ route, map, navigation, path, tracking
~ path, route, shortest path, navigation
~ driver, cab, vehicle, delivery, driver app
~ passenger, cab, train, bus, travel
~ commute, carpool, cab, bus, travel
~ lift, carpool, ride
~ colleague, employee, office, carpool
~ tyre, vehicle, garage
~ cycle, bike, rental
~ flat tyre, vehicle, garage
~ parcel, courier, delivery, logistics
~ post office, courier, parcel, mail
~ letterbox, email, mail
~ tiffin, mess, food, canteen, delivery
~ lunch, canteen, mess, food, order
~ dinner, restaurant, food, recipe
~ menu, restaurant, mess, canteen, qr menu
~ waiter, restaurant, menu, order
~ chef, recipe, restaurant, cooking
~ table, restaurant, reservation, booking
~ leftover, food waste, donation
~ ngo, donation, charity, social cause
~ orphan, ngo, donation, charity
~ flood, disaster, relief, emergency
~ god, temple, religious
~ bride, wedding, matrimony
~ groom, wedding, matrimony
~ guest list, wedding, event, invitation
~ invitation, event, wedding, card
~ fest, event, techfest, college
~ ground, sports, turf, booking
~ turf, sports, ground booking
~ puzzle, game, sudoku, 2048
~ dice, ludo, board game
~ king, chess
~ queen, chess, n queens
~ brick, tetris, breakout, construction
~ jump, platformer, runner
~ zombie, shooter, fps
~ gun, shooter, fps
~ plane, flight, airline
~ fly, flight, flappy bird
~ spaceship, space shooter, invaders
~ dungeon, game, adventure, rpg
~ opponent, game, multiplayer, ai
~ computer opponent, ai, minimax, game
~ two players, multiplayer, game
$seed$), e'\n')) line
), sets as (
  insert into synonym_sets (id, is_near) select id, is_near from lines
)
insert into synonyms (set_id, place, word)
select id, place, word from lines, unnest(words) with ordinality listed (word, place)
on conflict do nothing;
