/**
 * Words that nearly everybody writes: what is asked for, for which course, and how. They count only a little beside
 * other words, and are never required.
 */
const weakWords = new Set(
  `project projects system systems management application applications app apps software website websites web webapp
  site portal online based using use uses used mini major minor simple basic best good latest new easy full complete
  working ready made advance advanced smart automated automatic digital computerised computerized
  final year sem semester source code codes documentation ppt synopsis zip download file report with
  bca mca btech be bsc msc mtech bba mba diploma cse it ece engineering college student students
  need needed want wanted looking please give send get buy make making create creating develop developing build building
  show help like type idea ideas topic topics list program programs programming software tool solution platform
  something anything where which that into from under below less than above rs inr rupees cheap price
  ka ki ke ko se me mein main par aur hai ho hota kar karna karne karo kare banana banane bana wala wale wali vala vali
  liye chahiye chahie mujhe muje mera meri koi ek aap apna karke jisme jo
  का की के को से में पर और है हो कर करने करना बनाने वाला वाली वाले लिए चाहिए मुझे प्रोजेक्ट सिस्टम`.split(/\s+/),
)

export const isWeak = (word: string): boolean => weakWords.has(word)
