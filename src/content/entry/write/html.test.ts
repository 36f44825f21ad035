import { expect, test } from 'vitest'
import { cleanHtml } from './html.ts'

const origin = 'https://site.test'
const clean = (html: string) => cleanHtml(html, origin).html
const picture = '/files/01890000-0000-7000-8000-000000000000'

test('everything that the editor offers stays unchanged', () => {
  const html = [
    ...['<h2>One</h2>', '<h3>Two</h3>', '<h4>Three</h4>'],
    '<p><strong>a</strong><em>b</em><u>c</u><s>d</s><br /></p>',
    '<ol start="4"><li><p>four</p></li></ol>',
    '<ol type="a"><li>a</li></ol>',
    '<ul><li><p>one</p></li></ul>',
    '<blockquote><p>said</p></blockquote><hr />',
    ...['https://example.org/', 'mailto:sample@example.org', 'tel:+254700000000'].map(
      (href) => `<p><a href="${href}" rel="nofollow ugc noopener">link</a></p>`,
    ),
    `<img src="${picture}" alt="A picture" loading="lazy" />`,
  ].join('')
  expect(clean(html)).toBe(html)
})

test.each([
  ['<h1>One</h1><h5>Five</h5><h6>Six</h6>', '<h2>One</h2><h4>Five</h4><h4>Six</h4>'],
  ['<ol start="-1" type="disc"><li>x</li></ol>', '<ol><li>x</li></ol>'],
  ['<ol start="9999999"><li>x</li></ol>', '<ol><li>x</li></ol>'],
  ['<a href="sms:+254700000000">x</a>', '<a rel="nofollow ugc noopener">x</a>'],
  ['<img src="https://elsewhere.test/picture.png" alt="x">', ''],
])('%s becomes %s', (html, expected) => expect(clean(html)).toBe(expected))

test.each([
  ['<div>one</div><div>two</div>', 'one<br />two', 'one two'],
  ['<div><div>one</div></div> <section><div>two</div></section>', 'one <br />two', 'one two'],
  ['<dl><dt>term</dt><dd>meaning</dd></dl><p>after</p>', 'term<br />meaning<p>after</p>', 'term meaning after'],
  [
    '<p>before</p><div>one <b>two</b></div><div><p>three</p></div>',
    '<p>before</p>one <strong>two</strong><p>three</p>',
    'before one two three',
  ],
  ['one<div>two</div>three', 'one<br />two<br />three', 'one two three'],
])('the texts of the blocks of %s don’t run together', (html, expected, text) => {
  expect(cleanHtml(html, origin)).toMatchObject({ html: expected, text })
})

test.each([
  ['<table><tr><td>10:00</td><td>Prayer</td></tr><tr><td>11:00</td><td>Dance</td></tr></table>'],
  ['<table><thead><tr><th>10:00<th>Prayer</thead><tbody><tr><td><p>11:00</p></td><td><p>Dance</p></td></tr></table>'],
  [
    '<TABLE BORDER=1><TR><TD WIDTH="10">10:00</TD>\n<TD>Prayer</TD></TR>\n<TR><TD>11:00</TD><TD>Dance</TD></TR></TABLE>',
  ],
])('the cells of %s are separated in the plain text', (html) => {
  const { text } = cleanHtml(`<p>Before</p>${html}<p>After</p>`, origin)
  expect(text).toBe('Before 10:00 · Prayer 11:00 · Dance After')
})

test('a table of many unclosed cells doesn’t grow much', () => {
  expect(clean('<td><p'.repeat(50_000)).length).toBeLessThan(500_000)
})
