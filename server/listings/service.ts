export { decide } from './decide.ts'
