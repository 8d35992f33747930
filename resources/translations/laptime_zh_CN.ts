<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>CurveSeries</name>
    <message>
        <source>samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>时间（秒）</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>accuracy (%)</source>
        <translation>准确率（%）</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>毫秒</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分</translation>
    </message>
    <message>
        <source>h</source>
        <translation>时</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 时</translation>
    </message>
    <message>
        <source>d MMM</source>
        <extracomment>Format of a day of this year, see QDate::toString</extracomment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <extracomment>Format of a day of another year, see QDate::toString</extracomment>
        <translation>yyyy年M月d日</translation>
    </message>
</context>
<context>
    <name>TimePlot</name>
    <message>
        <source>start-up</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
</context>
<context>
    <name>laptime::ui::AboutDialog</name>
    <message>
        <source>About Laptime</source>
        <translation>关于 Laptime</translation>
    </message>
    <message>
        <source>Shorter laps from idea to result</source>
        <translation>让从想法到结果的每一圈更短</translation>
    </message>
    <message>
        <source>Trains neural networks with its own engine, keeps every run, and says with honest statistics how much faster one setting is than another.

The window is free software under the GNU General Public License, version 3 or later; the engine and the command line are under the Apache License 2.0.

Built with Qt, QCustomPlot, oneDNN, OpenBLAS, SQLite, zstd, toml++ and JSON for Modern C++.</source>
        <translation>用自己的引擎训练神经网络，保存每次运行，并以诚实的统计说明一种设置比另一种快多少。

窗口程序是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本；引擎和命令行采用 Apache 许可证 2.0。

使用 Qt、QCustomPlot、oneDNN、OpenBLAS、SQLite、zstd、toml++ 和 JSON for Modern C++ 构建。</translation>
    </message>
</context>
<context>
    <name>laptime::ui::Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;New experiment</source>
        <translation>新建实验(&amp;N)</translation>
    </message>
    <message>
        <source>Fill the form with the experiment a first start shows</source>
        <translation>用首次启动时的实验填写表单</translation>
    </message>
    <message>
        <source>&amp;Load experiment from file…</source>
        <translation>从文件载入实验(&amp;L)…</translation>
    </message>
    <message>
        <source>Fill the form from an experiment file (TOML)</source>
        <translation>用实验文件（TOML）填写表单</translation>
    </message>
    <message>
        <source>&amp;Save experiment as file…</source>
        <translation>将实验保存为文件(&amp;S)…</translation>
    </message>
    <message>
        <source>Write the form as an experiment file, which the command line understands too</source>
        <translation>将表单写成实验文件，命令行也能使用</translation>
    </message>
    <message>
        <source>Export &amp;points as CSV…</source>
        <translation>将数据点导出为 CSV(&amp;P)…</translation>
    </message>
    <message>
        <source>Write every point of the selected run</source>
        <translation>写出所选运行的每一个点</translation>
    </message>
    <message>
        <source>Export &amp;report…</source>
        <translation>导出报告(&amp;R)…</translation>
    </message>
    <message>
        <source>Write the comparison of the selected runs with the baseline as HTML, Markdown, CSV or JSON</source>
        <translation>将所选运行与基线的对比写成 HTML、Markdown、CSV 或 JSON</translation>
    </message>
    <message>
        <source>Export curves as &amp;image…</source>
        <translation>将曲线导出为图片(&amp;I)…</translation>
    </message>
    <message>
        <source>Write the plots as they are shown, as PNG</source>
        <translation>将当前显示的图写成 PNG</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>撤销上一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Do it again</source>
        <translation>再做一次</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>重命名(&amp;N)</translation>
    </message>
    <message>
        <source>Give the selected run another name</source>
        <translation>给所选运行改名</translation>
    </message>
    <message>
        <source>&amp;Tags…</source>
        <translation>标签(&amp;T)…</translation>
    </message>
    <message>
        <source>Tag the selected runs; a filter such as tag:paper finds them</source>
        <translation>给所选运行加标签；用 tag:paper 这样的筛选即可找到</translation>
    </message>
    <message>
        <source>N&amp;ote…</source>
        <translation>备注(&amp;O)…</translation>
    </message>
    <message>
        <source>Write down what you learned from the selected run</source>
        <translation>记下从所选运行中得到的认识</translation>
    </message>
    <message>
        <source>Pin as &amp;baseline</source>
        <translation>钉为基线(&amp;B)</translation>
    </message>
    <message>
        <source>Compare every other run with the selected one</source>
        <translation>将其他所有运行与所选运行比较</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Delete the selected runs; for a few seconds you can take it back</source>
        <translation>删除所选运行；几秒之内可以收回</translation>
    </message>
    <message>
        <source>&amp;Filter runs</source>
        <translation>筛选运行(&amp;F)</translation>
    </message>
    <message>
        <source>Go to the filter above the runs</source>
        <translation>转到运行上方的筛选框</translation>
    </message>
    <message>
        <source>&amp;Launch</source>
        <translation>启动(&amp;L)</translation>
    </message>
    <message>
        <source>Start the experiment in the form, or queue it behind what runs</source>
        <translation>启动表单中的实验，或排在正在运行的实验之后</translation>
    </message>
    <message>
        <source>Fill the form with the experiment of the selected run</source>
        <translation>用所选运行的实验填写表单</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>End the selected runs for good</source>
        <translation>彻底结束所选运行</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Hold the selected runs; they keep their device</source>
        <translation>暂停所选运行；它们仍占用设备</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>Let the paused runs go on</source>
        <translation>让已暂停的运行继续</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Queue the selected interrupted or stopped runs again, to go on from their last checkpoint</source>
        <translation>将所选已中断或已停止的运行重新排队，从最后的检查点继续</translation>
    </message>
    <message>
        <source>Move &amp;earlier in the queue</source>
        <translation>在队列中前移(&amp;E)</translation>
    </message>
    <message>
        <source>Let the selected waiting run start sooner</source>
        <translation>让所选等待中的运行更早开始</translation>
    </message>
    <message>
        <source>Move l&amp;ater in the queue</source>
        <translation>在队列中后移(&amp;A)</translation>
    </message>
    <message>
        <source>Let the selected waiting run start later</source>
        <translation>让所选等待中的运行更晚开始</translation>
    </message>
    <message>
        <source>F&amp;it curves and follow</source>
        <translation>适应曲线并跟随(&amp;I)</translation>
    </message>
    <message>
        <source>Show the whole of every curve, and keep its end in view while the run goes on</source>
        <translation>显示每条曲线的全部，并在运行时保持末端可见</translation>
    </message>
    <message>
        <source>Go to &amp;runs</source>
        <translation>转到运行(&amp;R)</translation>
    </message>
    <message>
        <source>Go to the runs table</source>
        <translation>转到运行表</translation>
    </message>
    <message>
        <source>Go to &amp;curves</source>
        <translation>转到曲线(&amp;C)</translation>
    </message>
    <message>
        <source>Go to the plots</source>
        <translation>转到图</translation>
    </message>
    <message>
        <source>Go to co&amp;mparison</source>
        <translation>转到对比(&amp;M)</translation>
    </message>
    <message>
        <source>Go to the comparison with the baseline</source>
        <translation>转到与基线的对比</translation>
    </message>
    <message>
        <source>Go to experiment form</source>
        <translation>转到实验表单</translation>
    </message>
    <message>
        <source>Go to the form of the next experiment</source>
        <translation>转到下一个实验的表单</translation>
    </message>
    <message>
        <source>Go to &amp;devices</source>
        <translation>转到设备(&amp;D)</translation>
    </message>
    <message>
        <source>Go to the devices and their queue</source>
        <translation>转到设备及其队列</translation>
    </message>
    <message>
        <source>Theme of the &amp;system</source>
        <translation>跟随系统主题(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark as the rest of the desktop</source>
        <translation>与桌面其他部分一样浅色或深色</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>浅色主题(&amp;L)</translation>
    </message>
    <message>
        <source>Always light</source>
        <translation>始终浅色</translation>
    </message>
    <message>
        <source>Dar&amp;k theme</source>
        <translation>深色主题(&amp;K)</translation>
    </message>
    <message>
        <source>Always dark</source>
        <translation>始终深色</translation>
    </message>
    <message>
        <source>Reset l&amp;ayout</source>
        <translation>重置布局(&amp;A)</translation>
    </message>
    <message>
        <source>Put every part of the window back where it was at the first start</source>
        <translation>将窗口各部分放回首次启动时的位置</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>使用整个屏幕</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>Type a part of a command&apos;s name</source>
        <translation>输入命令名称的一部分</translation>
    </message>
    <message>
        <source>Keyboard &amp;shortcuts</source>
        <translation>键盘快捷键(&amp;S)</translation>
    </message>
    <message>
        <source>List every command with its shortcut</source>
        <translation>列出每个命令及其快捷键</translation>
    </message>
    <message>
        <source>&amp;About Laptime</source>
        <translation>关于 Laptime(&amp;A)</translation>
    </message>
    <message>
        <source>Version, licences and libraries</source>
        <translation>版本、许可证和库</translation>
    </message>
    <message>
        <source>Launch agai&amp;n with changes</source>
        <translation>修改后再次启动(&amp;N)</translation>
    </message>
    <message>
        <source>Go to m&amp;odel</source>
        <translation>转到模型(&amp;O)</translation>
    </message>
    <message>
        <source>Go to the trained model of the selected run</source>
        <translation>转到所选运行训练出的模型</translation>
    </message>
</context>
<context>
    <name>laptime::ui::BatchSection</name>
    <message>
        <source>Samples that one optimizer step sees. Up and down double and halve.</source>
        <translation>一个优化步所见的样本数。上下键加倍和减半。</translation>
    </message>
    <message>
        <source>Pieces that a batch is computed in, one after the other: less memory, same gradient</source>
        <translation>一个批量分成几份依次计算：内存更少，梯度相同</translation>
    </message>
    <message>
        <source>Optimizer steps that run before the host looks. Every step&apos;s loss is kept.</source>
        <translation>主机查看之前连续运行的优化步数。每一步的损失都会保存。</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>批量(&amp;B)</translation>
    </message>
    <message>
        <source>A&amp;ccumulate</source>
        <translation>梯度累积(&amp;C)</translation>
    </message>
    <message>
        <source>Steps per execution</source>
        <translation>每次执行步数</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ClassBars</name>
    <message>
        <source>%1 of each class</source>
        <translation>每类 %1 个</translation>
    </message>
    <message>
        <source>%1 (%2) to %3 (%4) of a class</source>
        <translation>每类 %1（%2）至 %3（%4）</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ClassFiguresModel</name>
    <message>
        <source>Of what was said to be of the class, the share that is</source>
        <translation>判为该类的样本中，确实属于该类的比例</translation>
    </message>
    <message>
        <source>Of what is of the class, the share that was recognised</source>
        <translation>属于该类的样本中，被认出的比例</translation>
    </message>
    <message>
        <source>Harmonic mean of precision and recall</source>
        <translation>精确率与召回率的调和平均</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
</context>
<context>
    <name>laptime::ui::CloseGuard</name>
    <message>
        <source>Close Laptime</source>
        <translation>关闭 Laptime</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are active.</source>
        <translation>
            <numerusform>有 %n 个运行正在进行。</numerusform>
        </translation>
    </message>
    <message>
        <source>They are stopped so that they can be resumed later, from where they are. Nothing measured is lost.</source>
        <translation>它们将被停止，之后可以从当前位置恢复。已测得的数据不会丢失。</translation>
    </message>
    <message>
        <source>&amp;Stop and close</source>
        <translation>停止并关闭(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keep running</source>
        <translation>继续运行(&amp;K)</translation>
    </message>
</context>
<context>
    <name>laptime::ui::CommandFinder</name>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ComparePanel</name>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可对比的内容</translation>
    </message>
    <message>
        <source>Launch two experiments that differ in one setting.</source>
        <translation>启动两个只有一项设置不同的实验。</translation>
    </message>
    <message>
        <source>No baseline</source>
        <translation>没有基线</translation>
    </message>
    <message>
        <source>Select the run to compare with, and pin it.</source>
        <translation>选择要与之对比的运行，并将其钉住。</translation>
    </message>
    <message>
        <source>The baseline has not ended yet</source>
        <translation>基线尚未结束</translation>
    </message>
    <message>
        <source>The comparison follows when it has.</source>
        <translation>结束后即可对比。</translation>
    </message>
    <message>
        <source>Select a run to compare with %1</source>
        <translation>选择一个要与 %1 对比的运行</translation>
    </message>
    <message>
        <source>Runs that have ended are compared, together with their repeats.</source>
        <translation>已结束的运行连同其重复一起对比。</translation>
    </message>
    <message>
        <source>These runs cannot be compared</source>
        <translation>这些运行无法对比</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ComparisonCard</name>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Laps a day</source>
        <translation>每天圈数</translation>
    </message>
    <message>
        <source>Val. accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>%1 (%2 of %3 runs)</source>
        <translation>%1（%3 个运行中的 %2 个）</translation>
    </message>
    <message>
        <source>not reached (0 of %1 runs)</source>
        <translation>未达到（%1 个运行中的 0 个）</translation>
    </message>
    <message>
        <source>Time to target</source>
        <translation>达标用时</translation>
    </message>
    <message>
        <source>Time to target %1 = throughput %2 · samples needed %3 · overhead %4</source>
        <translation>达标用时 %1 = 吞吐量 %2 · 所需样本 %3 · 额外开销 %4</translation>
    </message>
    <message>
        <source>Nothing differs but the seed and the time.</source>
        <translation>除种子和时间外没有不同。</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>Not only the settings differ: what is marked may be the cause as well.</source>
        <translation>不同的不只是设置：标出的各项也可能是原因。</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>not decided yet</source>
        <translation>尚无定论</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 对比 %2</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>测量结果</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ConfusionModel</name>
    <message>
        <source>%1, taken for %2: %3 of %4 (%5)</source>
        <translation>%1 被认作 %2：%4 中的 %3（%5）</translation>
    </message>
</context>
<context>
    <name>laptime::ui::Crosshair</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::CurvePlot</name>
    <message>
        <source>line: training, ring: validation</source>
        <translation>线：训练，圆圈：验证</translation>
    </message>
    <message>
        <source>% · ring: validation, dashes: training</source>
        <translation>% · 圆圈：验证，虚线：训练</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Show everything and keep up with the newest points (Home)</source>
        <translation>显示全部并跟随最新的点（Home）</translation>
    </message>
    <message>
        <source>time (h:min:s)</source>
        <translation>时间（时:分:秒）</translation>
    </message>
    <message>
        <source>time (min:s)</source>
        <translation>时间（分:秒）</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Tick runs in the table to see their curves.</source>
        <translation>在表中勾选运行即可查看其曲线。</translation>
    </message>
    <message>
        <source>The first value comes at the end of an epoch.</source>
        <translation>第一个值在一轮结束时出现。</translation>
    </message>
    <message>
        <source>The curve starts with the first step.</source>
        <translation>曲线从第一步开始。</translation>
    </message>
    <message>
        <source>Reading the curves…</source>
        <translation>正在读取曲线…</translation>
    </message>
</context>
<context>
    <name>laptime::ui::CurvesPanel</name>
    <message>
        <source>No curves yet</source>
        <translation>还没有曲线</translation>
    </message>
    <message>
        <source>Launch an experiment, or click the dot in front of a run.</source>
        <translation>启动一个实验，或点击某个运行前面的圆点。</translation>
    </message>
</context>
<context>
    <name>laptime::ui::DataFound</name>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>前几行</translation>
    </message>
    <message>
        <source>Reading samples…</source>
        <translation>正在读取样本…</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::DataSection</name>
    <message>
        <source>%1 to train on, %2 to validate</source>
        <translation>%1 个用于训练，%2 个用于验证</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n 个类别</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder of IDX files</source>
        <translation>IDX 文件夹</translation>
    </message>
    <message>
        <source>Made-up images</source>
        <translation>合成图像</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>The fraction split off for validation, where the data has no test part of its own</source>
        <translation>数据没有自带测试部分时，分出用于验证的比例</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证比例</translation>
    </message>
    <message>
        <source>Choose the folder that holds the IDX files</source>
        <translation>请选择存放 IDX 文件的文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>height x width x channels / classes</source>
        <translation>高x宽x通道/类别</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Folder of pictures</source>
        <translation>图片文件夹</translation>
    </message>
    <message>
        <source>Choose the folder that holds a folder of pictures for each class</source>
        <translation>请选择每类各有一个图片子文件夹的文件夹</translation>
    </message>
    <message>
        <source>Table (CSV)</source>
        <translation>表格（CSV）</translation>
    </message>
    <message>
        <source>Choose the table</source>
        <translation>请选择表格</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt *.csv.gz);;All files (*)</source>
        <translation>表格 (*.csv *.tsv *.txt *.csv.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Text file</source>
        <translation>文本文件</translation>
    </message>
    <message>
        <source>Choose the text</source>
        <translation>请选择文本</translation>
    </message>
    <message>
        <source>Texts (*.txt *.gz);;All files (*)</source>
        <translation>文本 (*.txt *.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>NumPy arrays</source>
        <translation>NumPy 数组</translation>
    </message>
    <message>
        <source>Choose the archive of arrays</source>
        <translation>请选择数组存档</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npz);;All files (*)</source>
        <translation>NumPy 数组 (*.npz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>CIFAR-10, binary files</source>
        <translation>CIFAR-10（二进制文件）</translation>
    </message>
    <message>
        <source>Choose the folder that holds data_batch_1.bin</source>
        <translation>请选择存放 data_batch_1.bin 的文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n number(s) to learn</source>
        <translation>
            <numerusform>要学习 %n 个数值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) each</source>
        <translation>
            <numerusform>每个样本 %n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>vocabulary of %1</source>
        <translation>词表大小 %1</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Write height and width in pixels, as 32 x 32</source>
        <translation>请写高和宽的像素数，如 32 x 32</translation>
    </message>
    <message>
        <source>Height and width that every picture is brought to, in pixels</source>
        <translation>每张图片都会变为的高和宽，单位为像素</translation>
    </message>
    <message>
        <source>Fit by</source>
        <translation>适配方式</translation>
    </message>
    <message>
        <source>stretching</source>
        <translation>拉伸</translation>
    </message>
    <message>
        <source>cropping</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>灰度</translation>
    </message>
    <message>
        <source>colour (3 channels)</source>
        <translation>彩色（3 通道）</translation>
    </message>
    <message>
        <source>Column to learn</source>
        <translation>要学习的列</translation>
    </message>
    <message>
        <source>the last one</source>
        <translation>最后一列</translation>
    </message>
    <message>
        <source>To learn</source>
        <translation>学习目标</translation>
    </message>
    <message>
        <source>as the data suggests</source>
        <translation>由数据决定</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>the first line names the columns</source>
        <translation>首行为列名</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Tokens that the model sees at once</source>
        <translation>模型一次看到的词元数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Classes weigh</source>
        <translation>类别权重</translation>
    </message>
    <message>
        <source>all the same</source>
        <translation>全部相同</translation>
    </message>
    <message>
        <source>more where rare</source>
        <translation>稀少者更高</translation>
    </message>
    <message>
        <source>How much a class counts in the loss</source>
        <translation>每个类别在损失中所占的分量</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>翻转</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>by chance</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>every other epoch</source>
        <translation>隔轮</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pixels in each direction</source>
        <translation>各方向的像素数</translation>
    </message>
    <message>
        <source>Crop padding</source>
        <translation>裁剪填充</translation>
    </message>
    <message>
        <source>Pixels mirrored around the picture before a part of its old size is cut out</source>
        <translation>先在图片四周镜像补上的像素数，再裁出原尺寸的一块</translation>
    </message>
    <message>
        <source>Rotation</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>Degrees to either side</source>
        <translation>向两侧的角度</translation>
    </message>
    <message>
        <source>Cut-out</source>
        <translation>遮挡</translation>
    </message>
    <message>
        <source>Side of a black square at a random place, in pixels</source>
        <translation>随机位置黑色方块的边长，单位为像素</translation>
    </message>
    <message>
        <source>Colour jitter</source>
        <translation>颜色抖动</translation>
    </message>
    <message>
        <source>Share by which brightness, contrast and saturation change, 0 to 1</source>
        <translation>亮度、对比度和饱和度的变化比例，0 到 1</translation>
    </message>
</context>
<context>
    <name>laptime::ui::DeviceLane</name>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Show this run in the table</source>
        <translation>在表中显示此运行</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>laptime::ui::DeviceLanes</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Nothing waits. A run that is launched while another runs on its device waits here.</source>
        <translation>没有等待的运行。设备忙时启动的运行会在这里等待。</translation>
    </message>
    <message numerus="yes">
        <source>Queue: %n waiting</source>
        <translation>
            <numerusform>队列：%n 个等待</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::DeviceLanesModel</name>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation>第 %1/%2 轮</translation>
    </message>
    <message>
        <source>step %1/%2</source>
        <translation>第 %1/%2 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
</context>
<context>
    <name>laptime::ui::EvaluatePage</name>
    <message>
        <source>Its validation part</source>
        <translation>它的验证部分</translation>
    </message>
    <message>
        <source>Other data</source>
        <translation>其他数据</translation>
    </message>
    <message>
        <source>Data to evaluate on</source>
        <translation>用于评估的数据</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Not evaluated yet</source>
        <translation>尚未评估</translation>
    </message>
    <message>
        <source>Evaluate shows the figures of each class, what is confused with what, and the samples that the model got most wrong.</source>
        <translation>评估会给出每个类别的指标、哪些类别互相混淆，以及模型错得最厉害的样本。</translation>
    </message>
    <message>
        <source>Choose the folder that holds the IDX files</source>
        <translation>请选择存放 IDX 文件的文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>laptime::ui::EvaluationView</name>
    <message>
        <source>Figures of each class</source>
        <translation>每个类别的指标</translation>
    </message>
    <message>
        <source>Confusions</source>
        <translation>混淆</translation>
    </message>
    <message>
        <source>Worst samples</source>
        <translation>最差的样本</translation>
    </message>
    <message>
        <source>Most wrong</source>
        <translation>错得最厉害</translation>
    </message>
    <message>
        <source>The samples with the largest loss: what they are, what the model took them for, and the probability it gave to the truth</source>
        <translation>损失最大的样本：它们是什么、模型把它们认作什么，以及模型给正确答案的概率</translation>
    </message>
    <message>
        <source>By class</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>Rows: what it is. Columns: what the model said. The colour is the share of the row.</source>
        <translation>行：真实类别。列：模型的判断。颜色表示在该行中的占比。</translation>
    </message>
    <message>
        <source>stopped after %1 of %2 items</source>
        <translation>在 %2 个样本中的第 %1 个之后停止</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n 个样本</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, epoch %2</source>
        <translation>%1，第 %2 轮</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Item %1: %2, taken for %3. Probability of %2: %4. Loss: %5</source>
        <translation>样本 %1：%2，被认作 %3。%2 的概率：%4。损失：%5</translation>
    </message>
    <message>
        <source>Item %1. Loss: %2</source>
        <translation>样本 %1。损失：%2</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ExperimentForm</name>
    <message>
        <source>&amp;Launch</source>
        <translation>启动(&amp;L)</translation>
    </message>
    <message>
        <source>Memory: –</source>
        <translation>内存：–</translation>
    </message>
    <message>
        <source>Memory: %1 of %2</source>
        <translation>内存：%1 / %2</translation>
    </message>
    <message>
        <source>Memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>Weights %1, state %2, activations %3</source>
        <translation>权重 %1，状态 %2，激活 %3</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>Launching…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Look at: %1</source>
        <translation>请检查：%1</translation>
    </message>
    <message>
        <source>%1 FLOP/sample</source>
        <translation>每样本 %1 FLOP</translation>
    </message>
    <message>
        <source>%1 steps/epoch</source>
        <translation>每轮 %1 步</translation>
    </message>
</context>
<context>
    <name>laptime::ui::FileCommands</name>
    <message>
        <source>Experiments (*.toml);;All files (*)</source>
        <translation>实验 (*.toml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Load an experiment</source>
        <translation>载入实验</translation>
    </message>
    <message>
        <source>Save the experiment</source>
        <translation>保存实验</translation>
    </message>
    <message>
        <source>line %1: </source>
        <translation>第 %1 行：</translation>
    </message>
    <message>
        <source>Export every point</source>
        <translation>导出每一个点</translation>
    </message>
    <message>
        <source>Tables (*.csv);;JSON lines (*.jsonl)</source>
        <translation>表格 (*.csv);;JSON 行 (*.jsonl)</translation>
    </message>
    <message>
        <source>Export the comparison</source>
        <translation>导出对比</translation>
    </message>
    <message>
        <source>Web page (*.html);;Markdown (*.md);;Table (*.csv);;JSON (*.json)</source>
        <translation>网页 (*.html);;Markdown (*.md);;表格 (*.csv);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Export the curves</source>
        <translation>导出曲线</translation>
    </message>
    <message>
        <source>Images (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>laptime::ui::HistoryService</name>
    <message>
        <source>rename the run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>keep the note</source>
        <translation>保存备注</translation>
    </message>
    <message>
        <source>keep the tags</source>
        <translation>保存标签</translation>
    </message>
    <message>
        <source>delete the runs</source>
        <translation>删除运行</translation>
    </message>
    <message>
        <source>keep the setting</source>
        <translation>保存设置</translation>
    </message>
</context>
<context>
    <name>laptime::ui::KeyEditors</name>
    <message>
        <source>as in the file</source>
        <translation>与文件相同</translation>
    </message>
</context>
<context>
    <name>laptime::ui::MainWindow</name>
    <message>
        <source>no history</source>
        <translation>没有历史</translation>
    </message>
    <message>
        <source>history out of reach</source>
        <translation>无法访问历史</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 ended: %2</source>
        <translation>%1 已结束：%2</translation>
    </message>
    <message numerus="yes">
        <source>Stopping %n run(s); the window closes when they are safe.</source>
        <translation>
            <numerusform>正在停止 %n 个运行；保存妥当后窗口关闭。</numerusform>
        </translation>
    </message>
    <message>
        <source>opening the history…</source>
        <translation>正在打开历史…</translation>
    </message>
    <message numerus="yes">
        <source>%n active</source>
        <translation>
            <numerusform>%n 个进行中</numerusform>
        </translation>
    </message>
    <message>
        <source>ready</source>
        <translation>就绪</translation>
    </message>
    <message numerus="yes">
        <source>%n waiting</source>
        <translation>
            <numerusform>%n 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Tool bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>新实验</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Without a history no run can be kept: see the message.</source>
        <translation>没有历史就无法保存运行：请看消息。</translation>
    </message>
    <message>
        <source>Closing…</source>
        <translation>正在关闭…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>laptime::ui::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>laptime::ui::Metrics</name>
    <message>
        <source>accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>top-5 accuracy</source>
        <translation>前 5 准确率</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
</context>
<context>
    <name>laptime::ui::MetricsEdit</name>
    <message>
        <source>nothing else</source>
        <translation>无其他</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ModelPanel</name>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Predict files</source>
        <translation>预测文件</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>How good the model is on data with known answers</source>
        <translation>模型在已知答案的数据上有多好</translation>
    </message>
    <message>
        <source>What the model says of files</source>
        <translation>模型对文件的判断</translation>
    </message>
    <message>
        <source>Let the model go on with a text</source>
        <translation>让模型把一段文本写下去</translation>
    </message>
    <message>
        <source>No model yet</source>
        <translation>还没有模型</translation>
    </message>
    <message>
        <source>Launch an experiment. Its trained model can be evaluated and used here.</source>
        <translation>启动一个实验。训练出的模型可在这里评估和使用。</translation>
    </message>
    <message>
        <source>Select a run</source>
        <translation>请选择一个运行</translation>
    </message>
    <message>
        <source>Its trained model can be evaluated and used here.</source>
        <translation>它训练出的模型可在这里评估和使用。</translation>
    </message>
    <message>
        <source>%1 has no trained model</source>
        <translation>%1 没有训练好的模型</translation>
    </message>
    <message>
        <source>It ended before its first checkpoint. Resume it, or launch it again.</source>
        <translation>它在第一个检查点之前就结束了。请恢复它，或重新启动。</translation>
    </message>
    <message>
        <source>%1 has no trained model yet</source>
        <translation>%1 还没有训练好的模型</translation>
    </message>
    <message>
        <source>It can be used here as soon as the first checkpoint is written.</source>
        <translation>写出第一个检查点后即可在这里使用。</translation>
    </message>
</context>
<context>
    <name>laptime::ui::ModelSection</name>
    <message>
        <source>N&amp;ame</source>
        <translation>名称(&amp;A)</translation>
    </message>
    <message>
        <source>Not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>Write whole numbers with commas between them, as 32, 64</source>
        <translation>请写用逗号分隔的整数，如 32, 64</translation>
    </message>
    <message>
        <source>M&amp;odel</source>
        <translation>模型(&amp;O)</translation>
    </message>
    <message>
        <source>Model options</source>
        <translation>模型选项</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>请选择模型文件</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Model files (*.toml);;All files (*)</source>
        <translation>模型文件 (*.toml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>它是一个文件夹</translation>
    </message>
    <message>
        <source>Too large for a model file</source>
        <translation>作为模型文件太大</translation>
    </message>
</context>
<context>
    <name>laptime::ui::PathEdit</name>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
</context>
<context>
    <name>laptime::ui::PlotControls</name>
    <message>
        <source>&amp;x:</source>
        <translation>&amp;X 轴：</translation>
    </message>
    <message>
        <source>s&amp;mooth</source>
        <translation>平滑(&amp;M)</translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of the curves</source>
        <translation>曲线滑动平均中历史值的权重</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>log x</source>
        <translation>X 轴对数</translation>
    </message>
    <message>
        <source>Logarithmic x axis</source>
        <translation>X 轴使用对数刻度</translation>
    </message>
    <message>
        <source>log loss</source>
        <translation>损失对数</translation>
    </message>
    <message>
        <source>Logarithmic axis for the loss</source>
        <translation>损失使用对数刻度</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Where the time goes in seconds instead of shares</source>
        <translation>以秒而不是占比显示时间去向</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Show everything and keep up with the newest points</source>
        <translation>显示全部并跟随最新的点</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
</context>
<context>
    <name>laptime::ui::PlotPanel</name>
    <message>
        <source>The picture could not be written to %1: %2. Choose another folder.</source>
        <translation>无法将图片写入 %1：%2。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Show all plots</source>
        <translation>显示所有图</translation>
    </message>
    <message>
        <source>Show this plot alone</source>
        <translation>只显示此图</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG pictures (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
</context>
<context>
    <name>laptime::ui::PrecisionSection</name>
    <message>
        <source>not available on this device: %1</source>
        <translation>此设备不可用：%1</translation>
    </message>
    <message>
        <source>emulated: %1 float32 in earlier runs</source>
        <translation>模拟：以往运行中为 float32 的 %1</translation>
    </message>
    <message>
        <source>emulated: no speed-up expected here</source>
        <translation>模拟：此处预计不会加速</translation>
    </message>
    <message>
        <source>%1 float32 in earlier runs</source>
        <translation>以往运行中为 float32 的 %1</translation>
    </message>
    <message>
        <source>native: what the others are measured against</source>
        <translation>原生：其他精度以此为准</translation>
    </message>
    <message>
        <source>native: for checking, slower than float32</source>
        <translation>原生：用于核对，比 float32 慢</translation>
    </message>
    <message>
        <source>native</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>native: %1</source>
        <translation>原生：%1</translation>
    </message>
    <message>
        <source>Dev&amp;ice</source>
        <translation>设备(&amp;I)</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>所有核心</translation>
    </message>
    <message>
        <source>Thread&amp;s</source>
        <translation>线程(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Precision</source>
        <translation>精度(&amp;P)</translation>
    </message>
    <message>
        <source>looking at the device…</source>
        <translation>正在查看设备…</translation>
    </message>
</context>
<context>
    <name>laptime::ui::PredictPage</name>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>预测结果</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt *.csv.gz);;All files (*)</source>
        <translation>表格 (*.csv *.tsv *.txt *.csv.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Drop tables here</source>
        <translation>将表格拖到这里</translation>
    </message>
    <message>
        <source>The model says what it expects of each row. The columns must have the names that they had in training; the learnt one may be missing.</source>
        <translation>模型会给出对每一行的预测。列名须与训练时相同；要学习的列可以没有。</translation>
    </message>
    <message>
        <source>NumPy arrays (*.npy);;All files (*)</source>
        <translation>NumPy 数组 (*.npy);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Drop arrays here</source>
        <translation>将数组拖到这里</translation>
    </message>
    <message>
        <source>A .npy file holds one sample or many.</source>
        <translation>一个 .npy 文件可含一个或多个样本。</translation>
    </message>
    <message>
        <source>Pictures (*.jpg *.jpeg *.png);;All files (*)</source>
        <translation>图片 (*.jpg *.jpeg *.png);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Drop pictures or a folder of them here</source>
        <translation>将图片或图片文件夹拖到这里</translation>
    </message>
    <message>
        <source>The model says what it takes each of them for, and how sure it is.</source>
        <translation>模型会给出对每张图片的判断，以及有多大把握。</translation>
    </message>
    <message>
        <source>Choose files</source>
        <translation>选择文件</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::PredictionsModel</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Value %1</source>
        <translation>值 %1</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二</translation>
    </message>
    <message>
        <source>Third</source>
        <translation>第三</translation>
    </message>
</context>
<context>
    <name>laptime::ui::RunCommands</name>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>撤销(&amp;U) %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>重做(&amp;R) %1</translation>
    </message>
    <message>
        <source>This run belongs to another Laptime window or terminal: it can be watched here, not controlled.</source>
        <translation>此运行属于另一个 Laptime 窗口或终端：这里只能查看，不能控制。</translation>
    </message>
    <message>
        <source>Not launched: %1</source>
        <translation>未启动：%1</translation>
    </message>
    <message>
        <source>read the experiment of the run</source>
        <translation>读取运行的实验</translation>
    </message>
    <message numerus="yes">
        <source>Tags of %n run(s)</source>
        <translation>
            <numerusform>%n 个运行的标签</numerusform>
        </translation>
    </message>
    <message>
        <source>Note on %1</source>
        <translation>%1 的备注</translation>
    </message>
    <message numerus="yes">
        <source>%n active run(s) cannot be deleted; stop them first.</source>
        <translation>
            <numerusform>%n 个进行中的运行无法删除；请先停止。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) deleted.</source>
        <translation>
            <numerusform>已删除 %n 个运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>收回</translation>
    </message>
    <message>
        <source>Could not %1: %2</source>
        <translation>无法%1：%2</translation>
    </message>
</context>
<context>
    <name>laptime::ui::RunsModel</name>
    <message>
        <source>queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>已发散</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基线</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n runs)</source>
        <translation>
            <numerusform>%1（%n 个运行）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 – %2 on %3, %4, run %5</source>
        <translation>%1 – %2，数据 %3，%4，运行 %5</translation>
    </message>
    <message>
        <source>Plain ratio of samples/s; the interval follows when both runs have ended.</source>
        <translation>样本/秒的直接比值；两个运行都结束后给出区间。</translation>
    </message>
    <message>
        <source>Interval within one run: it says how steady the runs were. Repeat both to claim more.</source>
        <translation>单个运行内的区间：只说明运行的稳定程度。要得出更多结论，请重复两者。</translation>
    </message>
    <message>
        <source>Something else differs too: see the comparison.</source>
        <translation>还有其他不同之处：见对比。</translation>
    </message>
    <message>
        <source>Samples per second: median over the training steps, start-up left out</source>
        <translation>每秒样本数：训练步的中位数，不含启动</translation>
    </message>
    <message>
        <source>Throughput against the pinned baseline, with its 95 % interval</source>
        <translation>相对所钉基线的吞吐量及其 95% 区间</translation>
    </message>
    <message>
        <source>Accuracy on the validation data after the last epoch</source>
        <translation>最后一轮之后验证数据上的准确率</translation>
    </message>
    <message>
        <source>Loss on the validation data after the last epoch</source>
        <translation>最后一轮之后验证数据上的损失</translation>
    </message>
    <message>
        <source>Time from the start until the target was reached</source>
        <translation>从开始到达到目标的时间</translation>
    </message>
    <message>
        <source>Median over the training steps, start-up and evaluation left out</source>
        <translation>训练步的中位数，不含启动和评估</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Val. accuracy</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>To target</source>
        <translation>达标用时</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
</context>
<context>
    <name>laptime::ui::RunsPanel</name>
    <message>
        <source>&amp;Show all</source>
        <translation>全部显示(&amp;S)</translation>
    </message>
    <message>
        <source>Filter, as tag:paper or val_accuracy&gt;0.9</source>
        <translation>筛选，如 tag:paper 或 val_accuracy&gt;0.9</translation>
    </message>
    <message>
        <source>Words, key:value and key&gt;number; -term for what must not match. For example:
tag:paper -status:failed precision:mixed_bfloat16 samples_per_second&gt;10000</source>
        <translation>词语、键:值和键&gt;数字；-词 表示不得匹配。例如：
tag:paper -status:failed precision:mixed_bfloat16 samples_per_second&gt;10000</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Group repeats</source>
        <translation>合并重复</translation>
    </message>
    <message>
        <source>Show repeats of one experiment as one row with their mean and spread</source>
        <translation>将同一实验的重复显示为一行，给出均值和离散程度</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>&amp;Default columns</source>
        <translation>默认列(&amp;D)</translation>
    </message>
    <message>
        <source>No run matches the filter</source>
        <translation>没有运行符合筛选</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are hidden by it.</source>
        <translation>
            <numerusform>它隐藏了 %n 个运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>Opening the history…</source>
        <translation>正在打开历史…</translation>
    </message>
    <message>
        <source>Launch the experiment on the right: its run appears here and stays.</source>
        <translation>启动右侧的实验：它的运行会出现在这里并保留。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n run(s)</source>
        <translation>
            <numerusform>%n 个运行中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 laps a day with the selected setting</source>
        <translation>所选设置每天 %1 圈</translation>
    </message>
    <message>
        <source>No history</source>
        <translation>没有历史</translation>
    </message>
    <message>
        <source>It could not be opened; the message says why.</source>
        <translation>无法打开；原因见消息。</translation>
    </message>
</context>
<context>
    <name>laptime::ui::SchedulerService</name>
    <message>
        <source>The history is not open yet; try again in a moment.</source>
        <translation>历史尚未打开；请稍后再试。</translation>
    </message>
    <message>
        <source>Could not %1: %2</source>
        <translation>无法%1：%2</translation>
    </message>
    <message>
        <source>resume the run</source>
        <translation>恢复运行</translation>
    </message>
    <message>
        <source>stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>pause the run</source>
        <translation>暂停运行</translation>
    </message>
    <message>
        <source>let the run go on</source>
        <translation>让运行继续</translation>
    </message>
</context>
<context>
    <name>laptime::ui::SplitBar</name>
    <message>
        <source>%1 at once</source>
        <translation>一次 %1</translation>
    </message>
</context>
<context>
    <name>laptime::ui::TextPopup</name>
    <message>
        <source>Separate tags with blanks.</source>
        <translation>标签用空格分隔。</translation>
    </message>
    <message>
        <source>Ctrl+Return keeps, Esc leaves it as it was.</source>
        <translation>Ctrl+回车保存，Esc 保持原样。</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>保存(&amp;K)</translation>
    </message>
</context>
<context>
    <name>laptime::ui::TimePlot</name>
    <message>
        <source>Where the time goes</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>Tick runs in the table to see where their time went.</source>
        <translation>在表中勾选运行即可查看其时间去向。</translation>
    </message>
    <message>
        <source>Known after the first steps.</source>
        <translation>前几步之后可知。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4</source>
        <translation>%1：%2，占 %4 的 %3</translation>
    </message>
    <message>
        <source>So far, from the steps on screen; exact when the run has ended.</source>
        <translation>目前由屏幕上的步估算；运行结束后为准确值。</translation>
    </message>
    <message>
        <source>Reading the curves…</source>
        <translation>正在读取曲线…</translation>
    </message>
</context>
<context>
    <name>laptime::ui::TrainSection</name>
    <message>
        <source>stop when it is reached</source>
        <translation>达到时停止</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>恒定</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>in steps</source>
        <translation>阶梯</translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation>单周期</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>The same experiment again with the next seeds: what a claim about speed needs</source>
        <translation>用后续种子重复同一实验：对速度下结论需要它</translation>
    </message>
    <message>
        <source>Of the validation metric, as 0.90; the time to reach it is measured</source>
        <translation>验证指标的目标，如 0.90；会测量达到它的时间</translation>
    </message>
    <message>
        <source>Optimi&amp;zer</source>
        <translation>优化器(&amp;Z)</translation>
    </message>
    <message>
        <source>Lear&amp;ning rate</source>
        <translation>学习率(&amp;N)</translation>
    </message>
    <message>
        <source>Warm-&amp;up steps</source>
        <translation>预热步数(&amp;U)</translation>
    </message>
    <message>
        <source>Final rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>乘以</translation>
    </message>
    <message>
        <source>Every … steps</source>
        <translation>每隔步数</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>峰值位置</translation>
    </message>
    <message>
        <source>share of all steps before the rate falls</source>
        <translation>学习率下降前的步数占比</translation>
    </message>
    <message>
        <source>&amp;Weight decay</source>
        <translation>权重衰减(&amp;W)</translation>
    </message>
    <message>
        <source>Len&amp;gth</source>
        <translation>长度(&amp;G)</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Repea&amp;ts</source>
        <translation>重复(&amp;T)</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Not a number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>Write a whole number, or choose minutes</source>
        <translation>请写整数，或选择分钟</translation>
    </message>
    <message>
        <source>Write a whole number, 0 or more</source>
        <translation>请写 0 或更大的整数</translation>
    </message>
    <message>
        <source>More about training</source>
        <translation>更多训练设置</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>as the data suggests</source>
        <translation>由数据决定</translation>
    </message>
    <message>
        <source>cross-entropy</source>
        <translation>交叉熵</translation>
    </message>
    <message>
        <source>binary cross-entropy</source>
        <translation>二元交叉熵</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>Huber</source>
        <translation>Huber</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>Share of the label that is spread over all classes, as 0.1</source>
        <translation>分摊到所有类别的标签比例，如 0.1</translation>
    </message>
    <message>
        <source>Huber&apos;s delta</source>
        <translation>Huber 的 δ</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>裁剪范数</translation>
    </message>
    <message>
        <source>Largest norm of the whole gradient; 0: any</source>
        <translation>整个梯度的最大范数；0：不限</translation>
    </message>
    <message>
        <source>Clip values</source>
        <translation>裁剪数值</translation>
    </message>
    <message>
        <source>Largest absolute value in the gradient; 0: any</source>
        <translation>梯度中的最大绝对值；0：不限</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Share that the weights&apos; moving average keeps at each step, as 0.999; the average is what is evaluated; 0: none</source>
        <translation>权重滑动平均每步保留的比例，如 0.999；评估所用的是平均值；0：不用</translation>
    </message>
    <message>
        <source>decay norms and biases, too</source>
        <translation>归一化参数和偏置也衰减</translation>
    </message>
    <message>
        <source>Rate of biases</source>
        <translation>偏置学习率</translation>
    </message>
    <message>
        <source>Learning rate of the biases as a multiple of the others&apos;</source>
        <translation>偏置的学习率为其他参数的多少倍</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心轮数</translation>
    </message>
    <message>
        <source>without end</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Epochs without a better value before the run ends early</source>
        <translation>连续多少轮没有更好的值就提前结束</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>and every</source>
        <translation>以及每隔</translation>
    </message>
    <message>
        <source>by time alone</source>
        <translation>仅按时间</translation>
    </message>
    <message>
        <source>Choose weights to start from</source>
        <translation>请选择起始权重</translation>
    </message>
    <message>
        <source>random</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>Weights (*.safetensors);;All files (*)</source>
        <translation>权重 (*.safetensors);;所有文件 (*)</translation>
    </message>
    <message>
        <source>First weights</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>最佳依据</translation>
    </message>
    <message>
        <source>What chooses the best checkpoint, and ends a run that got no better</source>
        <translation>用来选出最佳检查点，并结束不再变好的运行</translation>
    </message>
    <message>
        <source>Also measure</source>
        <translation>另外测量</translation>
    </message>
    <message>
        <source>Measured on the validation part after each epoch</source>
        <translation>每轮之后在验证部分上测量</translation>
    </message>
</context>
<context>
    <name>laptime::ui::UndoCommands</name>
    <message>
        <source>rename of “%1”</source>
        <translation>“%1”的重命名</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>baseline “%1”</source>
        <translation>基线“%1”</translation>
    </message>
    <message>
        <source>removal of the baseline</source>
        <translation>取消基线</translation>
    </message>
</context>
<context>
    <name>laptime::ui::WorkBar</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>End this; what is done by then is shown</source>
        <translation>到此结束；显示已完成的部分</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在载入…</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>laptime::ui::WritePage</name>
    <message>
        <source>The beginning of a text</source>
        <translation>文本的开头</translation>
    </message>
    <message>
        <source>The text with its continuation</source>
        <translation>文本及其续写</translation>
    </message>
    <message>
        <source>The continuation appears here.</source>
        <translation>续写会出现在这里。</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>0: always the likeliest token; 1: as likely as the model says</source>
        <translation>0：总选最可能的词元；1：按模型给出的概率选</translation>
    </message>
    <message>
        <source>Another seed gives another text</source>
        <translation>换一个种子就得到另一段文本</translation>
    </message>
    <message>
        <source>Continue the text</source>
        <translation>续写</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
</context>
</TS>
