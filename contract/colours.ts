/**
 * The colours of mails, pictures and the browser's toolbar, which cannot use our style sheet; the same as in
 * web/app.css, in sRGB.
 */
export const ground = { light: '#fcfaf6', dark: '#101317' }
export const sheet = { light: '#fffefd', dark: '#171b20' }
export const ink = { light: '#171b20', dark: '#edebe7' }
export const quiet = { light: '#54585f', dark: '#a7a49e' }
export const rule = { light: '#e0ded8', dark: '#2f3339' }
export const saffron = { light: '#f48e1f', dark: '#f48e1f' }
export const onSaffron = { light: '#171b20', dark: '#171b20' }
export const verified = { light: '#006667', dark: '#69c7c1' }
export const tint1 = { light: '#f7e4d4', dark: '#403225' }
export const tint2 = { light: '#dceedc', dark: '#2c3a2c' }
export const tint3 = { light: '#d2efee', dark: '#223a3a' }
export const tint4 = { light: '#d9eafc', dark: '#2a3744' }
export const tint5 = { light: '#eee3f7', dark: '#3a3141' }
export const tint6 = { light: '#fce0e0', dark: '#442f2f' }
export const tone1 = { light: '#966634', dark: '#c59361' }
export const tone2 = { light: '#4e7f50', dark: '#7bae7c' }
export const tone3 = { light: '#138282', dark: '#50b0b0' }
export const tone4 = { light: '#4675a4', dark: '#73a3d5' }
export const tone5 = { light: '#826299', dark: '#b08fc9' }
export const tone6 = { light: '#9f5b5c', dark: '#d18887' }
