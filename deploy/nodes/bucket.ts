import S3rver from 's3rver'

/** A bucket server with one bucket, `shop`, and the keys S3RVER and S3RVER: `node bucket.ts PORT FOLDER`. */
const [port, directory] = process.argv.slice(2)
const configureBuckets = [{ name: 'shop', configs: [] }]
await new S3rver({ port: Number(port), directory: directory!, silent: true, configureBuckets }).run()
