/**
 * Runs in the head. A page is painted before its modules are there: until then a press that needs them is kept, its button
 * marked `data-held`, and pressed once when they have taken over; so is a tick outside a form. Links, and forms that lead to
 * a page, go on at once.
 */
export const heldPressesScript = `{const held=new Map,kinds=['click','submit','change'],hold=e=>{const at=e.target
if(e.type==='change'){const on=at.checked;if(/radio|checkbox/.test(at.type)&&!at.form)held.set(at,()=>{at.checked=!on;at.click()});return}
const form=e.type==='submit'&&at,button=form?e.submitter:at.closest('button')
if(form?form.getAttribute('method')==='post':button&&!(button.form&&button.type==='submit')&&!button.popoverTargetElement){
e.preventDefault();if(button)button.dataset.held=''
held.set(form||button,()=>{if(button)delete button.dataset.held;form?form.requestSubmit(button):button.click()})}}
for(const k of kinds)addEventListener(k,hold,true)
addEventListener('taken-over',()=>{for(const k of kinds)removeEventListener(k,hold,true);for(const press of held.values())press()},{once:true})}`

/** Presses what was kept, once the page's scripts have taken over. */
export function pressHeld(): void {
  dispatchEvent(new Event('taken-over'))
}
