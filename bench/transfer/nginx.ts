import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Configures nginx to send the files of a folder unchanged and returns its command; undefined when nginx is not
 * installed.
 */
export function nginxIn(folder: string, port: number): { program: string; args: string[] } | undefined {
  const program = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
    existsSync(path),
  )
  if (!program) return undefined
  const config = join(folder, 'nginx.conf')
  writeFileSync(join(folder, 'index.html'), 'ready')
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events {}
     http {
       access_log off; sendfile on; tcp_nopush on;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  )
  return { program, args: ['-c', config, '-p', folder] }
}
