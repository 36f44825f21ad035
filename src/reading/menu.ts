/** Closes the menu in the header on a press outside it or on Escape. */
export function watchMenu(): void {
  const openMenu = () => document.querySelector<HTMLDetailsElement>('details.menu[open]')
  addEventListener('click', ({ target }) => {
    const menu = openMenu()
    if (menu && !menu.contains(target as Node)) menu.open = false
  })
  addEventListener('keydown', ({ key }) => {
    const menu = key === 'Escape' ? openMenu() : null
    if (!menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
