(kind) => {
  const CLICKS = 'a[href], button, input[type=button], input[type=submit], input[type=reset], input[type=image], ' +
    'summary, label, [role=button], [role=link], [role=menuitem], [role=tab], [role=option], [role=checkbox], ' +
    '[role=radio], [role=switch], input[type=checkbox], input[type=radio], [onclick], option';
  const FIELDS = 'input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image]), ' +
    'textarea, select, [contenteditable=""], [contenteditable=true], [role=textbox], [role=searchbox], [role=combobox]';
  const MOST = 5000, LONGEST = 200;
  const found = [];
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (found.length >= MOST) return;
      if (element.matches(kind === 'fields' ? FIELDS : CLICKS)) found.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const seen = (element) => {
    if (element.tagName === 'OPTION') return false;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== 'hidden' && style.display !== 'none';
  };
  const clean = (text) => (text || '').replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  const byIds = (element, name) => (element.getAttribute(name) || '').split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById?.(id)?.innerText || '').join(' ');
  const names = (element) => {
    const all = [element.getAttribute('aria-label'), byIds(element, 'aria-labelledby')];
    for (const label of element.labels || []) all.push(label.innerText);
    if (kind === 'fields') {
      all.push(element.placeholder, element.name, element.id, element.title, element.getAttribute('autocomplete'));
      if (element.type === 'search' || element.getAttribute('role') === 'searchbox') all.push('search');
      if (element.type !== 'text') all.push(element.type);
    } else {
      all.push(element.innerText, element.title, element.getAttribute('alt'));
      if (element.tagName === 'INPUT' && !['checkbox', 'radio'].includes(element.type)) all.push(element.value);
      for (const image of element.querySelectorAll?.('img[alt], svg[aria-label]') || [])
        all.push(image.alt || image.getAttribute('aria-label'));
    }
    return [...new Set(all.map(clean).filter(Boolean))];
  };
  const elements = found.filter(seen);
  return {
    elements,
    told: elements.map((element) => ({
      names: names(element),
      tag: element.tagName.toLowerCase(),
      type: (element.type || '').toString(),
      href: element.href && element.href.toString ? element.href.toString() : '',
      disabled: !!element.disabled,
    })),
  };
}
