import { openCatalogue } from './bench/catalogue/open.ts'
const projects = Number(process.argv[2] ?? 10000)
const db = await openCatalogue(`/tmp/s5/bench/${projects}`, { projects, seed: 1 })
console.log(db.url)
setInterval(() => {}, 1000)
process.on('SIGTERM', async () => {
  await db.close()
  process.exit()
})
