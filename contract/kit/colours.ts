/**
 * The colours of mails, pictures and the browser's toolbar, which cannot use our style sheet; the same as in
 * web/app.css, in sRGB.
 */
export const ground = { light: '#fcfaf6', dark: '#101317' }
export const sheet = { light: '#fffefd', dark: '#171b20' }
export const ink = { light: '#171b20', dark: '#edebe7' }
export const quiet = { light: '#54585f', dark: '#a7a49e' }
export const rule = { light: '#e0ded8', dark: '#2f3339' }
export const edge = { light: '#89867e', dark: '#767b82' }
export const saffron = { light: '#f48e1f', dark: '#f48e1f' }
export const onSaffron = { light: '#171b20', dark: '#171b20' }
export const verified = { light: '#006667', dark: '#69c7c1' }
export const tint1 = { light: '#f7e4d4', dark: '#403225' }
export const tint2 = { light: '#dceedc', dark: '#2c3a2c' }
export const tint3 = { light: '#d2efee', dark: '#223a3a' }
export const tint4 = { light: '#d9eafc', dark: '#2a3744' }
export const tint5 = { light: '#eee3f7', dark: '#3a3141' }
export const tint6 = { light: '#fce0e0', dark: '#442f2f' }
export const languageJavascript = { light: '#d5b94d', dark: '#e0c766' }
export const languageTypescript = { light: '#3786c3', dark: '#5fa5de' }
export const languageHtml = { light: '#c9593d', dark: '#e37f65' }
export const languageCss = { light: '#7f4995', dark: '#a775be' }
export const languagePhp = { light: '#676eae', dark: '#9199d6' }
export const languagePython = { light: '#034d73', dark: '#377fac' }
export const languageJava = { light: '#7c4a2d', dark: '#ae785a' }
export const languageCsharp = { light: '#3e8651', dark: '#69b27a' }
export const languageDart = { light: '#3ba9ba', dark: '#6fcbda' }
export const languageKotlin = { light: '#ca5794', dark: '#e181b0' }
