import { createDraw, type SecretForm } from './secret-form.ts'

type Frame = { readonly label: string; readonly head: string; readonly width: number }

const RSA: Frame = { label: 'RSA PRIVATE KEY', head: 'MIIEpAIBAAKCAQEA', width: 64 }
const FRAMES: readonly Frame[] = [
  RSA,
  { label: 'PRIVATE KEY', head: 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', width: 64 },
  { label: 'ENCRYPTED PRIVATE KEY', head: 'MIIFHDBOBgkqhkiG9w0BBQ0wQTAp', width: 64 },
  { label: 'EC PRIVATE KEY', head: 'MHcCAQEEIA', width: 64 },
  { label: 'DSA PRIVATE KEY', head: 'MIIBuwIBAAKBgQD', width: 64 },
  { label: 'OPENSSH PRIVATE KEY', head: 'b3BlbnNzaC1rZXktdjEAAAAA', width: 70 },
  { label: 'PGP PRIVATE KEY BLOCK', head: 'lQdGBF', width: 64 },
]

type Key = { readonly lines: readonly string[]; readonly body: readonly string[] }

function makeKey(label: string, { label: frame, head, width }: Frame, count = 6): Key {
  const draw = createDraw(label)
  const body = Array.from({ length: count }, (_, index) => {
    const start = index === 0 ? head : ''
    return index === count - 1 ? `${draw('base64', 30)}==` : start + draw('base64', width - start.length)
  })
  return { lines: [`-----BEGIN ${frame}-----`, ...body, `-----END ${frame}-----`], body }
}

type Spelling = readonly [label: string, spell: (lines: readonly string[]) => string]

const number = (index: number): string => String(index + 1)

const SPELLINGS: readonly Spelling[] = [
  ['coloured', lines => lines.map(line => `\u001b[32m${line}\u001b[0m`).join('\n')],
  [
    'coloured inside',
    lines => lines.map(line => `${line.slice(0, 9)}\u001b[1;31m${line.slice(9)}\u001b[m`).join('\n'),
  ],
  ['grep -n', lines => lines.map((line, index) => `${number(index)}:${line}`).join('\n')],
  [
    'grep -rn',
    lines => lines.map((line, index) => `config/keys/server.pem:${number(index)}:${line}`).join('\n'),
  ],
  ['grep -r', lines => lines.map(line => `config/keys/server.pem:${line}`).join('\n')],
  [
    'grep with context',
    lines => lines.map((line, index) => `server.pem-${number(index)}-${line}`).join('\n'),
  ],
  [
    'coloured grep',
    lines =>
      lines
        .map(
          (line, index) =>
            `\u001b[35mserver.pem\u001b[m\u001b[36m:\u001b[m\u001b[32m${number(index)}\u001b[m:${line}`,
        )
        .join('\n'),
  ],
  [
    'git blame',
    lines =>
      lines
        .map(
          (line, index) =>
            `^a1b2c3d (Ada Lane 2026-03-0${(index % 9) + 1} 10:11:12 +0100 ${number(index).padStart(3)}) ${line}`,
        )
        .join('\n'),
  ],
  ['diff', lines => lines.map(line => `+${line}`).join('\n')],
  ['diff removed', lines => lines.map(line => `-${line}`).join('\n')],
  ['quoted', lines => lines.map(line => `> ${line}`).join('\n')],
  ['cat -n', lines => lines.map((line, index) => `${number(index).padStart(6)}\t${line}`).join('\n')],
  ['arrow numbers', lines => lines.map((line, index) => `${number(index).padStart(6)}→${line}`).join('\n')],
  ['bar numbers', lines => lines.map((line, index) => `${number(index).padStart(4)} | ${line}`).join('\n')],
  ['cat -A', lines => lines.map(line => `${line}$`).join('\n')],
  ['carriage returns', lines => lines.join('\r\n')],
  ['comment', lines => lines.map(line => `# ${line}`).join('\n')],
  ['block comment', lines => lines.map(line => ` * ${line}`).join('\n')],
  ['log lines', lines => lines.map(line => `2026-11-14T08:00:00.123Z app[12]: ${line}`).join('\n')],
  ['indented in YAML', lines => `tls.key: |\n${lines.map(line => `    ${line}`).join('\n')}\n`],
  ['escaped', lines => `{"private_key": "${lines.join('\\n')}\\n"}`],
  ['doubly escaped', lines => `{\\"private_key\\": \\"${lines.join('\\\\n')}\\\\n\\"}`],
  ['triply escaped', lines => JSON.stringify(JSON.stringify(JSON.stringify(lines.join('\n'))))],
  ['one line with blanks', lines => `KEY="${lines.join(' ')}"`],
  ['one line without blanks', lines => `KEY="${lines.join('')}"`],
  ['strings that are added', lines => lines.map(line => `  "${line}\\n" +`).join('\n')],
  ['list of strings', lines => `[\n${lines.map(line => `  "${line}",`).join('\n')}\n]`],
  ['without its beginning', lines => lines.slice(1).join('\n')],
  ['without its end', lines => lines.slice(0, -1).join('\n')],
  ['its body alone', lines => lines.slice(1, -1).join('\n')],
  ['its tail', lines => lines.slice(3).join('\n')],
  ['its middle', lines => lines.slice(2, -2).join('\n')],
  ['its beginning cut', lines => lines.join('\n').slice(7)],
  [
    'blame without its beginning',
    lines =>
      lines
        .slice(1)
        .map((line, index) => `a1b2c3d4 (Ada ${number(index)}) ${line}`)
        .join('\n'),
  ],
  [
    'grep without its end',
    lines =>
      lines
        .slice(0, -1)
        .map((line, index) => `k.pem:${number(index)}:${line}`)
        .join('\n'),
  ],
  ['HTML', lines => lines.join('<br>\n')],
  ['percent-encoded', lines => encodeURIComponent(lines.join('\n'))],
  ['base64 of it', lines => `tls.key: ${Buffer.from(lines.join('\n')).toString('base64')}`],
  ['zero-width spaces', lines => lines.map(line => line.replace(/(.{20})/g, '$1\u200b')).join('\n')],
]

/** Private keys through everything that shows a file. */
export const KEY_FORMS: readonly SecretForm[] = [
  ...FRAMES.map(frame => {
    const { lines, body } = makeKey(frame.label, frame)
    return { label: `key ${frame.label}`, text: lines.join('\n'), secrets: body }
  }),
  ...SPELLINGS.map(([label, spell]) => {
    const { lines, body } = makeKey(label, RSA)
    const text = spell(lines)
    return {
      label: `key ${label}`,
      text,
      secrets: body.flatMap(line => [line, encodeURIComponent(line)]).concat(base64Parts(label, text)),
    }
  }),
  ...['grep -n', 'git blame', 'coloured', 'without its beginning', 'escaped'].map(name => {
    const spell = SPELLINGS.find(([label]) => label === name)?.[1] ?? String
    const { lines, body } = makeKey(`openssh ${name}`, {
      label: 'OPENSSH PRIVATE KEY',
      head: 'b3BlbnNzaC1rZXktdjEAAAAA',
      width: 70,
    })
    return { label: `key of OpenSSH ${name}`, text: spell(lines), secrets: body }
  }),
  putty(),
  withHeaders(),
]

/** What of its base64 must not be there. */
function base64Parts(label: string, text: string): readonly string[] {
  return label === 'base64 of it' ? [text.slice(60, 100)] : []
}

function putty(): SecretForm {
  const { body } = makeKey('putty', { label: '', head: 'AAAAgQ', width: 64 })
  const mac = createDraw('putty mac')('hex', 40)
  return {
    label: 'key of PuTTY',
    text: `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nComment: me\nPublic-Lines: 1\nAAAAB3NzaC1yc2EAAAABJQ==\nPrivate-Lines: ${body.length}\n${body.join('\n')}\nPrivate-MAC: ${mac}\n`,
    secrets: [...body, mac],
  }
}

function withHeaders(): SecretForm {
  const { lines, body } = makeKey('headers', RSA)
  const [begin = '', ...rest] = lines
  const headers = ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,0123456789ABCDEF0123456789ABCDEF', '']
  return { label: 'key with headers', text: [begin, ...headers, ...rest].join('\n'), secrets: body }
}
