import { isPlaceholder } from '../looks-secret.ts'
import type { SecretSpan } from '../secret-span.ts'
import { SECRET_COMMANDS, SECRET_PHRASES } from './secret-commands.ts'

/** Secrets that a program is given on its command line. */
export function findCommandSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  COMMAND.lastIndex = 0
  for (let match = COMMAND.exec(text); match !== null; match = COMMAND.exec(text)) {
    const end = findEnd(text, match.index)
    const line = text.slice(match.index, end)
    for (const { command, argument } of SECRET_COMMANDS)
      if (command.test(line)) collect(line, argument, match.index, spans)
    COMMAND.lastIndex = Math.max(end, match.index + 1)
  }
  if (/\b(?:echo|printf) |SecureString|identified/i.test(text))
    for (const pattern of SECRET_PHRASES) collect(text, pattern, 0, spans)
  return spans
}

const COMMAND =
  /(?<![\w.-])(?:curl|wget|https?|xhs?|mysql\w{0,8}|mariadb(?:-dump)?|mycli|sshpass|docker|podman|nerdctl|helm|oras|crane|az|buildah|skopeo|oc|cf|ibmcloud|npm|redis-cli|valkey-cli|mongo\w{0,8}|cqlsh|beeline|sqlcmd|bcp|osql|tsql|ipmitool|mosquitto_[ps]ub|zip|unzip|7z[ar]?|rar|unrar|ldap\w{3,8}|security|smbclient|rpcclient|winexe|net|openssl|htpasswd|lftp|ncftp\w{3}|[xw]freerdp3?|cmdkey|rdesktop|plink|pscp|psftp|snmp\w{3,8}|rabbitmqctl|wpa_passphrase|vault|kubectl|heroku|fly|flyctl|doppler|railway|netlify|eb|supabase|gh|aws|passwd|chpasswd|sudo|bw)(?=[ \t"',])/g

const LONGEST_COMMAND = 4000

/** Where the simple command ends: at its line's end, or at a sign outside quotes that begins another. */
function findEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST_COMMAND)
  let quote = ''
  for (let at = start; at < limit; at++) {
    const sign = text[at] ?? ''
    if (sign === '\n') return at
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '|' || sign === ';' || (sign === '&' && text[at + 1] === '&')) return at
  }
  return limit
}

function collect(text: string, pattern: RegExp, offset: number, spans: SecretSpan[]): void {
  for (const match of text.matchAll(pattern)) {
    const secret = match.groups?.secret ?? ''
    if (secret.length < 3 || isPlaceholder(secret)) continue
    // A quote that closes the word may have been taken for a part of it.
    const end = match.index + match[0].length
    spans.push({ start: offset + end - secret.length, end: offset + end, kind: 'password' })
  }
}
