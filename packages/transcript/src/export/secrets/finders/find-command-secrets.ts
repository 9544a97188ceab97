import { findPatterns, isValue, type SecretPattern } from '../secret-pattern.ts'
import type { SecretSpan } from '../secret-span.ts'

/** Secrets that a program is given on its command line. */
export function findCommandSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  COMMAND.lastIndex = 0
  for (let match = COMMAND.exec(text); match !== null; match = COMMAND.exec(text)) {
    const end = findEnd(text, match.index)
    const line = text.slice(match.index, end)
    spans.push(...findPatterns(line, SECRET_COMMANDS, match.index))
    COMMAND.lastIndex = Math.max(end, match.index + 1)
  }
  return [...spans, ...findPatterns(text, SECRET_PHRASES)]
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

// Between words also what separates the items of a list.
const GAP = String.raw`[ \t"',=]{1,6}`
const FLAG = String.raw`(?<=[\s"',])`
const VALUE = String.raw`["']?((?<=')[^'\n]{1,400}|(?<=")[^"\n]{1,400}|[^\s"'|;&<>\`]{1,400})`
const PASSWORD_OF_USER = String.raw`["']?[^\s:"'$]{0,100}:((?<=["'][^\s:"'$]{0,100}:)[^\n"']{1,400}|[^\s"'|;&<>\`]{1,400})`

/** A program, with the words without which it takes no secret, and the argument that is one, in quotes or not. */
function row(command: string, argument: string): SecretPattern {
  return toPattern(new RegExp(argument, 'g'), new RegExp(command))
}

function toPattern(pattern: RegExp, hint: RegExp): SecretPattern {
  return { kind: 'password', hint, pattern, isSecret: value => value.length >= 3 && isValue(value) }
}

const name = (names: string): string => String.raw`(?<![\w.-])(?:${names})(?=[\s"',])`

/** Programs by their manuals. What flags like `--password` say by their names is not repeated here. */
const SECRET_COMMANDS: readonly SecretPattern[] = [
  row(name('curl|wget'), `${FLAG}(?:-[A-Za-z]{0,6}[uU]|--user|--proxy-user)[ \\t=]{0,2}${PASSWORD_OF_USER}`),
  row(
    name('curl|wget'),
    `${FLAG}(?:-[A-Za-z]{0,6}u|--user)[ \\t=]{1,2}["']?([\\w.-]{16,200})(?=:(?:["'\\s]|$)|["']?(?:\\s|$))`,
  ),
  row(name('curl'), `${FLAG}(?:-b|--cookie)[ \\t=]{1,2}["']?[^\\s=;"']{1,60}=([^\\s;"']{6,4000})`),
  row(name('https?|xh|xhs'), `${FLAG}(?:-a|--auth)${GAP}${PASSWORD_OF_USER}`),
  row(
    name('mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mycli'),
    `${FLAG}-p(?=[^\\s"',])${VALUE}`,
  ),
  row(name('mysql|mysqldump|mariadb'), `${FLAG}-p["']([^"'\\n]{1,400})`),
  row(name('sshpass'), `${FLAG}-p[ \\t]{0,3}${VALUE}`),
  row(
    `${name('docker|podman|nerdctl|helm|oras|crane|az|buildah|skopeo|oc|cf|ibmcloud|npm')}.*\\blogin`,
    `${FLAG}-p${GAP}${VALUE}`,
  ),
  row(name('redis-cli|valkey-cli'), `${FLAG}(?:-a|--pass)${GAP}${VALUE}`),
  row(
    name('mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|cqlsh|beeline'),
    `${FLAG}-p[ \\t"',]{0,4}(?!-)${VALUE}`,
  ),
  row(
    name('sqlcmd|bcp|osql|tsql|ipmitool|mosquitto_pub|mosquitto_sub|zip|unzip'),
    `${FLAG}-P[ \\t"',]{0,4}(?!-)${VALUE}`,
  ),
  row(name('7z|7za|7zr|rar|unrar'), `${FLAG}-p(?=[^\\s-])${VALUE}`),
  row(
    name('ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd|security'),
    `${FLAG}-w${GAP}(?!-)${VALUE}`,
  ),
  row(
    name('smbclient|rpcclient|winexe|net|wmic'),
    String.raw`${FLAG}(?:-U|--user)${GAP}[^\s%"']{1,100}%([^\s"']{1,400})`,
  ),
  row(name('openssl'), `${FLAG}-pass(?:in|out)?${GAP}pass:([^\\s"']{1,400})`),
  row(
    name('htpasswd'),
    String.raw`-[A-Za-z]{0,4}b[A-Za-z]{0,4}[ \t]{1,4}\S{1,200}[ \t]{1,4}\S{1,100}[ \t]{1,4}${VALUE}`,
  ),
  row(name('htpasswd'), String.raw`-[A-Za-z]{0,4}nb[A-Za-z]{0,4}[ \t]{1,4}\S{1,100}[ \t]{1,4}${VALUE}`),
  row(name('lftp|ncftpput|ncftpget'), String.raw`${FLAG}-u${GAP}[^\s,"']{1,100},([^\s"']{1,400})`),
  row(name('xfreerdp|wfreerdp|xfreerdp3|cmdkey'), String.raw`/p(?:ass)?:([^\s"']{1,400})`),
  row(name('rdesktop'), `${FLAG}-p${GAP}(?!-)${VALUE}`),
  row(name('plink|pscp|psftp'), `${FLAG}-pw${GAP}${VALUE}`),
  row(name('snmpwalk|snmpget|snmpset|snmpbulkwalk'), `${FLAG}-[AX]${GAP}${VALUE}`),
  row(name('rabbitmqctl'), String.raw`(?:add_user|change_password)[ \t]{1,4}\S{1,100}[ \t]{1,4}${VALUE}`),
  row(
    name('wpa_passphrase'),
    String.raw`wpa_passphrase[ \t]{1,4}(?:"[^"\n]{1,64}"|\S{1,64})[ \t]{1,4}${VALUE}`,
  ),
  row(name('vault'), String.raw`\blogin[ \t]{1,4}(?!-|[a-z]{1,12}(?:\s|$))${VALUE}`),
  row(name('kubectl|oc'), String.raw`--from-literal[= \t]["']?[\w.-]{1,100}=${VALUE}`),
  row(
    String.raw`(?:config:set|secrets set|variables set|env:set|setenv|set-env|secrets:set)\b`,
    String.raw`(?<=\s)["']?[A-Za-z_]\w{0,80}=([^\s"']{6,4000})`,
  ),
  row(String.raw`\bgh secret set\b`, `${FLAG}(?:-b|--body)${GAP}${VALUE}`),
  row(
    String.raw`\baws (?:secretsmanager|ssm put-parameter)\b`,
    `${FLAG}--(?:secret-string|value)${GAP}${VALUE}`,
  ),
  row(
    name('passwd|chpasswd|sudo|docker|gh|podman'),
    String.raw`(?:--with-token|--password-stdin|-S|chpasswd|--stdin)[ \t]{1,4}<<<[ \t]{0,4}(?:["']?[\w.-]{1,60}:)?${VALUE}`,
  ),
  row(name('bw'), String.raw`\b(?:unlock|login[ \t]{1,4}\S{1,100})[ \t]{1,4}(?!-)${VALUE}`),
]

/** Forms that go over a pipe, or belong to other languages. */
const SECRET_PHRASES: readonly SecretPattern[] = [
  /\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4}|["']%s(?:\\n)?["'][ \t]{1,4})?["']?[\w.-]{1,60}:([^\s"'|]{3,200})(?=["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd)/g,
  /\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4}|["']%s(?:\\n)?["'][ \t]{1,4})?["']?([^\s"'|$][^\s"'|]{2,2000})(?=["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4}-[A-Za-z]{0,4}S\b|[^|\n]{0,120}(?:--password-stdin|--with-token|--stdin|login -(?:\s|$))))/g,
  /\bConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?["']([^"'\n$]{3,400})/gi,
  /\bIDENTIFIED[ \t]{1,4}(?:WITH[ \t]{1,4}[\w'"]{1,60}[ \t]{1,4})?(?:BY|AS)[ \t]{1,4}(?:PASSWORD[ \t]{1,4})?["']([^"'\n]{3,400})/gi,
].map(pattern => toPattern(pattern, /\b(?:echo|printf) |SecureString|identified/i))
