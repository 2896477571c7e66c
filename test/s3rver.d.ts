declare module 's3rver' {
  /** A small local S3 server; its only key pair is S3RVER with S3RVER. */
  export default class S3rver {
    constructor(options: {
      address?: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
