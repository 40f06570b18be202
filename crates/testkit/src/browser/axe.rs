//! What [axe-core](https://github.com/dequelabs/axe-core) finds: what keeps somebody with a screen reader, a keyboard or weak eyes out.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use super::driver::Refusal;
use super::leave_out;
use super::page::Page;
use super::view::View;

static AXE: LazyLock<Option<String>> = LazyLock::new(|| std::fs::read_to_string(file()).ok());

const RUN: &str = "
    const [runOnly, done] = arguments;
    const node = ({ html, target, failureSummary }) => ({ html, target: target.flat().join(' '), why: failureSummary });
    axe.run(document, { runOnly, resultTypes: ['violations'] }).then(
        ({ violations }) => done({ violations: violations.map(v => ({ ...v, nodes: v.nodes.map(node) })) }),
        error => done({ failed: String(error) })
    )
";

const TAGS: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// What depends on the theme; everything else that axe-core looks for is the same in both.
const OF_COLOURS: [&str; 2] = ["color-contrast", "link-in-text-block"];

/// Everything that axe-core found on a page.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct AxeReport {
    /// Each rule that is broken, once.
    pub violations: Vec<Violation>,
}

/// A rule that is broken.
#[derive(Debug, Clone, Deserialize)]
pub struct Violation {
    /// The name of the rule, such as `color-contrast`.
    pub id: String,
    /// `minor`, `moderate`, `serious` or `critical`.
    pub impact: Option<String>,
    /// What the rule asks for.
    pub help: String,
    /// The elements that break it.
    pub nodes: Vec<ViolationNode>,
}

/// An element that breaks a rule.
#[derive(Debug, Clone, Deserialize)]
pub struct ViolationNode {
    /// Its HTML, shortened.
    pub html: String,
    /// A selector for it.
    pub target: String,
    /// What would mend it.
    pub why: String,
}

impl Page {
    /// Looks at the page with axe-core: WCAG 2.0, 2.1 and 2.2 up to AA, and good practice.
    ///
    /// Without axe-core on the machine it says so and finds nothing; where `CI` is set it panics.
    #[track_caller]
    pub fn axe(&self) -> AxeReport {
        self.look_with_axe(&json!({ "type": "tag", "values": TAGS }))
    }

    /// Looks at the colours of the page in the other theme, and comes back. With [`Page::axe`] that is what both themes are looked at for, and the
    /// page is loaded once.
    #[track_caller]
    pub fn axe_in_other_theme(&self) -> AxeReport {
        let wear = |view: View| self.devtools("Emulation.setEmulatedMedia", &view.media());
        wear(View { dark: !self.view().dark, ..self.view() });
        let report = self.look_with_axe(&json!({ "type": "rule", "values": OF_COLOURS }));
        wear(self.view());
        report
    }

    #[track_caller]
    fn look_with_axe(&self, rules: &Value) -> AxeReport {
        let Some(axe) = &*AXE else {
            leave_out(&format!("pages are not looked at with axe-core: there is no {}", file().display()));
            return AxeReport::default();
        };
        let report = self.or_fail(self.run_axe(axe, rules), "looking with axe-core");
        serde_json::from_value(report).expect("a report as axe-core writes it")
    }

    fn run_axe(&self, axe: &str, rules: &Value) -> Result<Value, Refusal> {
        // It waits by timers, which stand still while the page's scripts are switched off. Those have had their chance already: a script
        // that was passed over when the page was read does not run later.
        let scripts_run = |run: bool| self.driver().devtools("Emulation.setScriptExecutionDisabled", &json!({ "value": !run }));
        let sleeps = !self.view().javascript;
        if sleeps {
            scripts_run(true)?;
        }
        let report = self.bring_axe(axe).and_then(|()| self.driver().post("/execute/async", &json!({ "script": RUN, "args": [rules] })));
        if sleeps {
            scripts_run(false)?;
        }
        let report = report?;
        match report["failed"].as_str() {
            Some(failed) => Err(Refusal::new("axe-core", failed)),
            None => Ok(report),
        }
    }

    /// Half a megabyte, unless the page has it already.
    fn bring_axe(&self, axe: &str) -> Result<(), Refusal> {
        if self.script("return !!window.axe?.run", &json!([]))? != true {
            self.driver().post("/execute/sync", &json!({ "script": axe, "args": [] }))?;
        }
        Ok(())
    }
}

impl AxeReport {
    /// Nothing was found; otherwise panics with a list of what was.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert!(self.violations.is_empty(), "axe-core found:{}", self.listed());
    }

    fn listed(&self) -> String {
        let mut list = String::new();
        for Violation { id, impact, help, nodes } in &self.violations {
            let _ = write!(list, "\n- {id} ({}): {help}", impact.as_deref().unwrap_or("no impact"));
            for ViolationNode { html, target, why } in nodes {
                let _ = write!(list, "\n    {target}\n      {html}\n      {}", why.replace('\n', "\n      "));
            }
        }
        list
    }
}

/// Where `.ci/run` puts it, or where `CHABUDAI_AXE` says that it is.
fn file() -> PathBuf {
    let installed = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/axe/node_modules/axe-core/axe.min.js");
    std::env::var_os("CHABUDAI_AXE").map_or_else(installed, PathBuf::from)
}
