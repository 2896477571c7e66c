-- More of what students say, in the format of 0001. The words of a line go to the set that has the first of them and most
-- of the others, as staff left it; without one, and for those that are only near, they are a set of their own.
with lines as materialized (
  select gen_random_uuid() as new_id, line like '~%' as is_near, string_to_array(ltrim(line, '~ '), ', ') as words
  from unnest(string_to_array(trim(both e'\n' from $seed$
food delivery, food ordering, bhojan, khana, khaana, bhojan order, khana delivery, khana mangwana, online khana, food app, भोजन
mess, canteen, bhojan, khaana, mess khana
restaurant, bhojanalay, bhojanalaya, khane ki dukan
grocery, kirana dukan, kiryana, rashan, raashan, ration dukan, sabji, tarkari, राशन, सब्जी
recipe, pakwan, rasoi
ecommerce, online kharidari, kharidaari, online dukan, online bazaar, saman kharidna
shop, dukaandari, dukandari
second hand, purana samaan, purani cheezein, purani kitab
auction, neelaami
jewellery, zewar, jevar, gahne, abhushan, sunar, sone chandi
clothes, kapda, kapdon ki dukan, vastra, saree shop, readymade garments
tailor, silai, darjee
furniture, farnichar
flower, phool ki dukan
billing, billing software, raseed book, bill banana, दुकान का बिल
inventory, maal, bhandar, bhandaar, gudam, stock ka hisab
expense tracker, kharche, kharche ka hisab, ghar kharch, aay vyay, bajat
ledger, udhaari, udhari, len den, lena dena, hisab kitaab, उधार
milk, dudh dairy, dugdh, dairy farm
salary, pagar, pagaar, tankhaa, vetan parchi
leave management, avkash, avkaash, chhutti application, chutti application
bank, bank khata
loan, karza, qarz
insurance, bima policy
stock market, sher bazaar, share bajar, sensex, nifty, शेयर मार्केट
donation, daan punya, chanda
electricity, vidyut, bijlee
water, paanee
society management, sosayti, sosaiti, society maintenance
real estate, jameen, zamin, jamin, makan bechna, जमीन
house, makaan
house rent, kiraaya, bhada, kiraye ka ghar, kiraye ka makan, ghar ka kiraya, ghar kiraya, room kiraya, किराया मकान
hotel booking, hotal, dharamshala
train, rel, rel gadi, railgadi, rail gaadi, ट्रेन
flight booking, hawai yatra, vimaan, viman, हवाई जहाज
cab, auto rickshaw, auto booking, rickshaw
vehicle, gadiyan, vahan, gaddi
parking, gaadi parking, parking ki jagah
tourism, paryatan, ghumna, safar, पर्यटन
courier, parsal, dak seva
salon, nai ki dukan, hajjam
wedding, byah, byaah, shadi planner
matrimony, jeevansathi, jeevan saathi, rishte
ticket booking, ticket katana, टिकट बुकिंग
voting, chunaav, vote dalna, matadan
crime, pulis, thaana, prathmiki, एफआईआर
women safety, nari suraksha, ladki suraksha, beti suraksha, महिला सुरक्षा
missing person, laapata, lapata, khoya hua
farmer, kisaan app, kishan, annadata
agriculture, kheti badi, kheti baadi, khet
crop, paidawar, upaj
soil, mitti ki janch
irrigation, sinchaai
weather, mosam, barsaat, mausam ki jankari
air pollution, pradooshan, vayu pradushan
waste management, kooda, kuda, kachara, koodadan, safai, swachhata
traffic, yatayaat, trafik
accident, haadsa, hadsa
earthquake, baadh, bhukamp, aapada
visitor management, aagantuk, mehman register
legal, vakeel, adalat, kanoon, kanun
news, samaachar, khabrein, akhbaar, ताज़ा खबर
temple, darshan booking, mandir darshan
government scheme, sarkari yojna, yojna
chat application, baatcheet, gupshup, sandesh, batcheet
music, gaane, sangit, geet
movie, filme, sinema, cinema hall, picture hall
photo, tasvir, chitra
translation, anuwad, bhasha anuvad
recommendation, sujhaav
face recognition, chehra pehchan, chehre se pehchan, mukh pehchan
attendance, haazri, haajri, hazri register, present absent, presenty
student, chhaatra, vidyarthee
teacher, guruji, master ji
school, vidyalay, paathshala
library, pustakalay, pustkalaya, kitab ghar
hostel, chhatrawas, chatravas, hostel room
exam, pareeksha, imtehan, online pariksha, test series
quiz, sawal jawab, prashnotri, gk quiz, प्रश्नोत्तरी
result, natija, nateeja, parinaam, anktalika, अंक तालिका
timetable, samay saarni, time tebal, class routine, समय सारणी
fee, fees jama, fee jama, school fee
admission, dakhla, namankan, naamankan, admission form
certificate, pramaan patra, sartifiket
notice board, soochna, suchana, notis
job portal, rojgaar, rozgaar, naukri portal, bharti
complaint, shikaayat, shikayat peti
hospital, haspatal, asptal, chikitsalaya, dawakhana, चिकित्सालय
doctor, vaid, doctor saheb
doctor appointment, doctor se milna, daktar appointment
patient, marij
medicine, davai, dawaiyan, aushadhi
medical store, medical dukan, dawa dukan, dawa ki dukan
blood donation, raktkosh, rakt kosh, khoon bank
ambulance, rogi vahan
vaccination, teekakaran, tikakaran
disease, bimaari, rog pehchan
heart, hriday, hridya, dil ki bimari
diabetes, sugar ki bimari, shugar
brain, dimaag
skin disease, tvacha, chamdi, skin ki bimari
eye disease, aankh ki bimari, netra rog
gym, kasrat, vyaayam
yoga, yogasan
diet, aahaar, khan paan, poshan
deaf, behra, goonga, gunga behra, mook badhir
blind, drishtiheen, netraheen
elderly, vridh, vriddh
sign language, ishara, ishaare ki bhasha, sanket
plant disease, paudhe ki bimari, paudhon ki bimari, leaf infection, plant infection
prediction, anuman, anumaan, purvanuman
detection, pehchaan, pahchan, pata lagana
fraud detection, thagi, dhokhadhadi
fake news, jhoothi khabar, jhuthi khabar, nakli khabar
plagiarism, copy pakadna, नकल
handwriting, likhaai, hastlekh, hastalekh, लिखावट
speech recognition, awaz, aawaz, awaaz pehchan
drowsiness, jhapki, driver ko neend
number plate, gaadi ka number, gadi number, number plate pehchan
cyber security, cyber suraksha, साइबर सुरक्षा
password manager, gupt shabd
water level, tanki, paani ki tanki, pani ki tanki, water tank
home automation, smart ghar
sports management, khel kood pratiyogita, sports tournament, tournament management
btech, b.tech, b.e, bachelor of technology, bachelor of engineering
mtech, m.tech, m.e, master of technology, master of engineering
bca, b.c.a, bachelor of computer application, bachelor of computer applications, बीसीए
mca, m.c.a, master of computer application, master of computer applications, एमसीए
bsc, b.sc, bsc it, bsc cs, b.sc it, b.sc cs, bsc computer science, b.sc computer science, bachelor of science
msc, m.sc, msc it, msc cs, m.sc it, m.sc cs, msc computer science, m.sc computer science, master of science
bba, b.b.a, mba, m.b.a
bcom, b.com, mcom, m.com
diploma, polytechnic, diploma engineering, diploma in computer, diploma in computer engineering, diploma in information technology, डिप्लोमा
cse, cs, c.s.e, computer science engineering, computer science, computer engineering
it, i.t, information technology
ece, electronics and communication
final year, last year, 4th year, fourth year, final yr, last yr, final semester, last semester, final sem, last sem, 8th sem, 8th semester, antim varsh, aakhri saal, अंतिम वर्ष
final year project, fyp, capstone, capstone project, major project, main project, graduation project, degree project, dissertation, last year project, antim varsh project, अंतिम वर्ष प्रोजेक्ट
mini project, minor project, micro project, small project, chhota project
college project, academic project, university project, semester project
~ food, khana, bhojan, khaana, grocery, kirana, restaurant, canteen, mess, tiffin
~ food delivery, food ordering, swiggy, zomato, grocery, kirana, restaurant, canteen, tiffin
~ bhook, food, restaurant, leftover
~ dukan, billing, inventory, grocery, kirana
~ padhna, reading, study, e-learning, ebook
~ chori, theft, security, cctv, surveillance
~ nakli, fake, counterfeit, duplicate
~ paisa, payment, expense, bank, wallet
~ gaon, village, farmer, agriculture
~ bachche, kids, child, learning, school
~ suraksha, security, safety, sos
~ ghar, home, house, rent, real estate
~ gaana, music, song, player
~ safai, cleaning, waste, garbage
~ infection, disease, virus, patient
~ clean, waste, garbage, laundry
~ bhejna, send, share, transfer, courier
~ dhundhna, find, search, finder
~ likhna, writing, notes, editor, blog
~ ginti, count, counter, counting
~ samay, time, timetable, reminder, schedule
~ darwaza, door, gate, lock
~ gaadi, vehicle, car, parking, garage
$seed$), e'\n')) line
), placed as materialized (
  select new_id, is_near, words, (
    select set_id from synonyms join synonym_sets on synonym_sets.id = set_id
    where not lines.is_near and not synonym_sets.is_near
      and set_id in (select set_id from synonyms where key = search_key(words[1]))
    group by set_id order by count(*) filter (where key in (select search_key(word) from unnest(words) word)) desc,
      min(place) filter (where key = search_key(words[1])), string_agg(key, ' ' order by place)
    limit 1
  ) as old_id
  from lines
), sets as (
  insert into synonym_sets (id, is_near) select new_id, is_near from placed where old_id is null
)
insert into synonyms (set_id, place, word)
select coalesce(old_id, new_id),
  place + coalesce((select max(place) from synonyms where set_id = old_id), 0), word
from placed, unnest(words) with ordinality listed (word, place)
on conflict do nothing;

-- Their other forms are other things: boarding and a job board, shares and file sharing.
delete from synonyms using synonyms other
where other.set_id = synonyms.set_id
  and (synonyms.word, other.word) in (('boarding', 'hostel'), ('shares', 'stock market'));

-- The order of what sold most, for who looks for any project to finish a degree with.
create index published_sold on published_projects (sales_count desc, featured_rank desc, project_id desc);
