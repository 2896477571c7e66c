const wordsOf = (text: string) => new Set(text.split(/\s+/))

/** Words for a project for a course. */
const courses = wordsOf(
  `project projects प्रोजेक्ट mini major minor final year sem semester
  bca mca btech be bsc msc mtech bba mba bcom mcom diploma polytechnic pgdca ignou cse it ece engineering`,
)

/** Words for what is asked for, by whom and how. They say nothing of a project: every one is what is asked for. */
const asking = wordsOf(
  `${[...courses].join(' ')} simple basic best top good latest new easy full complete working ready made readymade
  source code codes documentation ppt synopsis zip download file report with college student students
  need needed want wanted looking please give send get buy make making create creating develop developing build building
  show help like type idea ideas topic topics list
  something anything where which that into from under below less than above rs inr rupees cheap price
  ka ki ke ko se me mein main par aur hai ho hota kar karna karne karo kare banana banane bana wala wale wali vala vali
  liye chahiye chahie mujhe muje mera meri koi ek aap apna karke jisme jo
  का की के को से में पर और है हो कर करने करना बनाने वाला वाली वाले लिए लिये चाहिए चाहिये मुझे`,
)

/** Words that nearly every title has. */
const usual = wordsOf(
  `system systems management application applications app apps software website websites web webapp site portal online
  based clone using use uses advance advanced smart automated automatic digital computerised computerized
  program programs programming tool solution platform सिस्टम`,
)

export const isCourse = (word: string): boolean => courses.has(word)

export const isAsking = (word: string): boolean => asking.has(word)

/** Whether nearly everybody writes a word: it counts only a little beside other words, and is never required. */
export const isWeak = (word: string): boolean => asking.has(word) || usual.has(word)
