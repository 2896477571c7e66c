/** How many letters the longest word of a name has. */
export const longestWord = (name: string) => Math.max(...name.split(/\s+/).map(({ length }) => length))

/** A heading of a person is smaller on phones when their line does not hold a word of the name at full size. */
export const longNameLook = (name: string) => longestWord(name) > 17 && 'max-sm:text-22 max-[24rem]:text-18'
