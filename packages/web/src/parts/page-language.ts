/** The language in which the page writes numbers and times; English where there is no page. */
export function pageLanguage(): string {
  return (typeof document !== 'undefined' && document.documentElement.lang) || 'en'
}
