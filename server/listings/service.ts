export { decide } from './decide.ts'
export { waitingOnDesk } from './desk/desk.ts'
