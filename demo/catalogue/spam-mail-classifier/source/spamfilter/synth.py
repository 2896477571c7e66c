"""A seeded generator of training mails.

Real inboxes are private, so the bulk of the training data is generated from
patterns. To keep the task from being trivial, good mails talk about money,
links and deadlines as well, some spam is written in a calm official tone, and
filler sentences and typing mistakes are mixed into both.
"""

from __future__ import annotations

import random
import re

from .dataset import HAM, SPAM, Mail

SLOTS: dict[str, list[str]] = {
    "name": "Aarav,Aditi,Farhan,Gauri,Harpreet,Ishita,Joseph,Karthik,Meera,Nikhil,Pooja,Rohan,Sana,Tanvi,Vikram".split(","),
    "subject": "Operating Systems,Computer Networks,DBMS,Machine Learning,Java,Discrete Maths,Microprocessors,English".split(","),
    "day": "Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday,tomorrow,today,next week".split(","),
    "date": [f"{d} {m}" for d in (3, 7, 12, 18, 24, 29) for m in ("July", "August", "September", "October", "January", "March")],
    "time": ["9 am", "10.30 am", "11.15", "2 pm", "3.30 pm", "4 pm", "6 pm", "7.45 pm"],
    "place": ["room 204", "room 311", "the seminar hall", "the library", "the canteen", "lab 2", "the auditorium", "the department office"],
    "city": "Pune,Mumbai,Nagpur,Bengaluru,Hyderabad,Chennai,Delhi,Indore,Jaipur,Kochi".split(","),
    "company": ["a leading MNC", "a software company", "our client", "a bank", "a start-up in Bengaluru", "an IT services firm"],
    "small": ["Rs 20", "Rs 150", "Rs 349", "₹499", "Rs. 780", "Rs 1,250", "₹2,400", "Rs 3,600"],
    "fee": ["Rs 99", "Rs 499", "Rs 999", "₹1,499", "Rs 2,500", "Rs. 4,999", "Rs 9,800"],
    "prize": ["Rs 50,000", "Rs 5 lakh", "₹25,00,000", "Rs 1 crore", "$500,000", "USD 2.5 million", "Rs 75 lakh"],
    "income": ["Rs 500", "Rs 3,000", "₹5,000", "Rs 12,000", "Rs 45,000"],
    "percent": ["50%", "60%", "70%", "80%", "90%", "100%", "300%"],
    "discount": ["5%", "10%", "15%", "20%"],
    "link": ["http://secure-login.example/verify", "www.claim-now.example", "http://bit.example/x7", "http://kyc-update.example", "https://offers.example/win"],
    "goodlink": ["https://portal.college.example", "https://meet.example/abc", "https://drive.example/notes", "www.railway.example"],
    "phone": ["90000 00101", "+91 90000 00102", "9000000103", "90000-00104"],
    "hours": ["2 hours", "6 hours", "12 hours", "24 hours", "48 hours", "10 minutes"],
    "gadget": ["smartphone", "laptop", "LED TV", "smart watch", "scooter", "power bank", "gold coin"],
    "bank": ["your bank", "State bank", "the bank", "City bank", "net banking"],
    "number": [str(n) for n in (12, 27, 34, 48, 1042, 20456, 55821, 730114)],
    "pills": ["weight loss tea", "hair oil", "herbal capsules", "slimming belt", "joint pain oil", "fairness cream"],
}

# Each kind of mail: possible subjects, and sentences of which a few are used.
SPAM_KINDS: list[tuple[list[str], list[str]]] = [
    (["You have won {prize}", "Lucky draw winner", "Claim your prize now", "Congratulations dear winner"],
     ["Congratulations! Your mobile number won {prize} in the national lucky draw.", "Claim your prize by paying the processing fee of {fee}.",
      "Send your name, address and bank account number to our agent.", "Call the lottery manager on {phone} immediately.", "You are one of {number} lucky winners of a {gadget}."]),
    (["KYC pending", "Your account will be blocked", "Important: update PAN", "{bank} alert"],
     ["Dear customer, your {bank} account will be suspended in {hours} because KYC is incomplete.", "Update your PAN and Aadhaar immediately at {link}.",
      "Enter your card number, CVV and OTP to keep the account active.", "Failure to verify will lead to a penalty of {fee}.", "Our officer is available on {phone}."]),
    (["Work from home", "Earn {income} daily", "Part time job offer", "Hiring data entry operators"],
     ["Earn {income} daily from home by simple copy paste work.", "No experience, no target, weekly payment to your bank.", "Only a registration charge of {fee}, fully refundable.",
      "Students and housewives can apply on WhatsApp {phone}.", "Like videos and get {income} per task, payment by UPI."]),
    (["Loan approved", "Need urgent money?", "Pre-approved personal loan", "Cash in 5 minutes"],
     ["Your personal loan of {prize} is approved without documents.", "No CIBIL check, lowest interest guaranteed.", "Click {link} and get cash in your account in {hours}.",
      "Pay {fee} as file charges to release the amount.", "Offer for selected customers only, apply now."]),
    (["Sure profit tips", "Double your money", "Crypto plan", "Guaranteed intraday calls"],
     ["Invest {fee} and get {prize} in one week, profit guaranteed.", "Our experts give {percent} accurate intraday calls.", "Join the free Telegram group before seats are full.",
      "Trusted by thousands of investors across India.", "Send bitcoin to the wallet and receive double in {hours}."]),
    (["Joining letter", "Selected without interview", "Direct placement in {company}", "Re: your resume"],
     ["You are selected in {company} without any interview.", "Deposit a refundable security of {fee} by UPI to receive the joining letter.", "Salary {income} per week with free food and stay.",
      "Limited vacancies, confirm within {hours}.", "Kindly pay the training charges before {day} to block your seat."]),
    (["Flat {percent} off", "Last day of sale", "Buy one get two free", "Offer ends tonight"],
     ["Flat {percent} off on all branded {gadget} models, today only!", "Buy {pills} and get one free, cash on delivery.", "Order now at {link} before stock ends.",
      "Free shipping all over India, lowest price guaranteed.", "Thousands of happy customers, results guaranteed or money back."]),
    (["Free {gadget}", "Survey reward", "Gift card inside", "Government yojana for students"],
     ["Complete a short survey and get a free {gadget}.", "Pay only {fee} for delivery and it is yours.", "Forward this message to ten groups to activate your reward.",
      "Register with your Aadhaar and mobile number at {link}.", "Every student gets {income} under the new scheme, last date {day}."]),
    (["Parcel on hold", "Refund pending", "Challan notice", "Connection will be cut tonight"],
     ["Your parcel is held at the {city} customs office.", "Pay the clearance charge of {fee} at {link} or legal action will follow.", "A tax refund of {income} is approved, verify your bank details.",
      "Your electricity will be disconnected tonight, call our officer on {phone}.", "Your vehicle has an unpaid challan, pay within {hours}."]),
    (["Mailbox full", "Password expires today", "Document shared with you", "Security notice"],
     ["Your mailbox will be deactivated in {hours}.", "Keep the same password by signing in at {link}.", "Open the attached document and log in with your email to view.",
      "Unusual sign in was detected, confirm your identity immediately.", "This is an automated message from the IT helpdesk."]),
    (["Confidential proposal", "Dear friend", "Donation for you", "Next of kin"],
     ["I am a widow and wish to donate {prize} to you.", "I need your cooperation to transfer the fund of {prize} out of the country.", "Your share will be {percent}, strictly confidential.",
      "Reply with your full name, phone number and address.", "God bless you as you respond with trust."]),
    (["Original certificate", "Degree in 20 days", "Boost your ranking", "10,000 followers"],
     ["Get a genuine degree certificate without exam or attendance.", "Backdated internship letters available for {fee}.", "We put your website on the first page of Google, guaranteed.",
      "Buy followers and likes at the cheapest rate, delivery in {hours}.", "Call {phone} for bulk discount."]),
]

HAM_KINDS: list[tuple[list[str], list[str]]] = [
    (["{subject} class", "Class rescheduled", "Extra lecture on {day}", "Change of classroom"],
     ["The {subject} lecture on {day} is shifted to {place}.", "Please bring your notebook and the printed notes.", "Attendance will be counted for the term.",
      "The class will start at {time} instead of {time}.", "Prof. {name} will also take the tutorial."]),
    (["Assignment {number}", "{subject} submission", "Journal checking", "Marks of {subject}"],
     ["Submit the {subject} assignment on the portal before {date}.", "Late submissions will lose two marks a day.", "Internal marks are put up on {goodlink}, report mistakes by {day}.",
      "Get your journal certified before the practical.", "Do not copy; both students will get zero."]),
    (["Exam timetable", "Hall ticket", "Result declared", "Examination form"],
     ["The examination starts on {date} at {time}.", "Collect your hall ticket from the office with your ID card.", "The last date to fill the form is {date}, with a late fee of {small}.",
      "Results are on the student portal {goodlink}.", "Seat numbers are displayed near {place}."]),
    (["Campus drive", "Interview schedule", "Placement registration", "Offer letter"],
     ["{company} will visit the campus on {date}.", "Register on the placement portal, there is no registration fee.", "Your interview is on {day} at {time}, please keep your resume ready.",
      "Congratulations on your selection, the offer letter is attached.", "Eligibility is 60% with no active backlogs."]),
    (["Meet today?", "Project work", "Notes of unit 3", "Slides for {subject}"],
     ["Hi {name}, can we meet at {place} at {time}?", "I finished my part of the {subject} project, please check it.", "The notes are in the folder {goodlink}.",
      "Send me the lab manual when you get time.", "Guide asked us to add one more test case before {day}."]),
    (["Your ticket", "Booking confirmed", "Order delivered", "Refund processed"],
     ["Your ticket from {city} to {city} on {date} is confirmed.", "Your order of a {gadget} was delivered to the security guard.", "The refund of {small} will reach your account in 5 working days.",
      "Please carry a valid photo identity card.", "Amount paid {small}, booking number {number}."]),
    (["Account statement", "OTP for your transaction", "Payment received", "Card transaction alert"],
     ["{number} is the OTP for your purchase of {small}. Do not share it with anyone.", "Your account statement is attached, open it with your password.", "We received your payment of {small} by UPI, reference {number}.",
      "{bank} never asks for your PIN or OTP on phone.", "If this was not you, visit your home branch."]),
    (["Mess bill", "Hostel notice", "Rent for this month", "Room inspection"],
     ["The mess bill is {small}, pay at the hostel office by {date}.", "Dinner will be served from {time} from {day}.", "The rent is due, send me {small} for the electricity as well.",
      "Hot water will not be available on {day} because of repairs.", "Rooms will be inspected at {time}, keep them clean."]),
    (["Fest volunteers", "Guest lecture", "Blood donation camp", "Workshop on {subject}"],
     ["The club invites you to a talk on {subject} at {place} on {date}.", "Volunteers will get a certificate and free lunch.", "Entry is free for all students, seats are limited.",
      "Register in the sheet before {day}.", "The session starts at {time} sharp."]),
    (["Reached safely", "Birthday on {day}", "Wedding invitation", "Plan for {day}"],
     ["Beta, we reached {city} at {time}, call when you are free.", "Everyone is coming home on {day}, please book your ticket.", "You are invited with family to the wedding on {date}.",
      "Movie plan is still on, tickets are {small} each.", "Thank you for the lovely gift, we all liked it."]),
    (["Library due date", "Bus pass", "Scholarship documents", "Fee receipt"],
     ["The book issued on your card is due on {date}, fine is Rs 2 a day.", "Submit your income certificate to {place} for the scholarship.", "Your fee of {small} is received, keep the receipt for the exam form.",
      "Bus passes can be renewed from {day} with two photographs.", "The office will be closed on {date}."]),
    (["Server maintenance", "New sign-in", "Code review", "Weekly report"],
     ["The campus network will be down on {day} till {time}.", "Your password was changed, if it was not you contact the computer centre.", "I left comments on your pull request, please add a test.",
      "This week I cleaned the data and trained the first model.", "The {subject} server is moved to a new address."]),
]

FILLERS = ["Hope you are doing well.", "Please reply at the earliest.", "Kindly ignore if already done.", "Thank you.", "Regards, {name}",
           "Please read carefully.", "Let me know if you have any doubt.", "This is for your kind information.", "Have a nice day.", "For details call the office."]

# Sentences of the other side, so that no single phrase gives a mail away.
HAM_TRAPS = ["The store gives {discount} discount to students this week.", "Click {goodlink} to join the meeting.", "It is urgent, please call me.",
             "Last date is {day}, do not miss it.", "You can win a small prize in the quiz.", "Verify your name on the list.", "The first 50 get a free T-shirt."]
SPAM_TRAPS = ["Please find the details below.", "Your reference number is {number}.", "The office timing is {time}.", "We received your request on {date}.",
              "Contact the {city} branch for help.", "Regards, {name}, support team.", "No action is needed if already updated."]


class MailGenerator:
    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def mails(self, count: int) -> list[Mail]:
        """Half spam, half ham, in random order."""
        mails = [self._mail(SPAM if index % 2 else HAM) for index in range(count)]
        self._rng.shuffle(mails)
        return mails

    def _mail(self, label: str) -> Mail:
        rng = self._rng
        kinds, traps = (SPAM_KINDS, SPAM_TRAPS) if label == SPAM else (HAM_KINDS, HAM_TRAPS)
        subjects, sentences = rng.choice(kinds)
        chosen = rng.sample(sentences, rng.randint(1, 3))
        if rng.random() < 0.45:
            chosen.append(rng.choice(traps))
        if rng.random() < 0.5:
            chosen.insert(rng.choice([0, len(chosen)]), rng.choice(FILLERS))
        subject = self._fill(rng.choice(subjects))
        body = " ".join(self._fill(sentence) for sentence in chosen)
        if label == SPAM and rng.random() < 0.2:
            subject = subject.upper()
        return Mail(label, subject, self._mistype(body))

    def _fill(self, pattern: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda match: self._rng.choice(SLOTS[match.group(1)]), pattern)

    def _mistype(self, text: str) -> str:
        """Swap two letters in about one word of sixty."""
        def swap(word: str) -> str:
            if len(word) < 5 or not word.isalpha() or self._rng.random() > 1 / 60:
                return word
            at = self._rng.randrange(1, len(word) - 2)
            return word[:at] + word[at + 1] + word[at] + word[at + 2:]

        return " ".join(swap(word) for word in text.split(" "))
