// What the executable prints, as HTML for a picture.

/** The few terminal attributes that the executable uses, as spans. */
export function toHtml(text) {
  const styles = {
    1: 'font-weight:bold',
    2: 'opacity:.6',
    3: 'font-style:italic',
    4: 'text-decoration:underline',
    31: 'color:#f07178',
    32: 'color:#a5d76e',
    33: 'color:#ffcb6b',
    34: 'color:#82aaff',
    35: 'color:#c792ea',
    36: 'color:#7fdbca',
    90: 'color:#7a8290',
  }
  let open = 0
  const html = text
    .replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
    .replace(/\u001b\[([\d;]*)m/g, (_, codes) =>
      codes
        .split(';')
        .map(code => {
          if (styles[code]) {
            open++
            return `<span style="${styles[code]}">`
          }
          const close = '</span>'.repeat(open)
          open = 0
          return close
        })
        .join(''),
    )
  return html + '</span>'.repeat(open)
}
